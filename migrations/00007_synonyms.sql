-- +goose Up

-- Words of airports that stand for each other; operators change them with `airport-content synonym`.
INSERT INTO synonym (word, group_id, query, lexemes)
SELECT DISTINCT ON (phraseto_tsquery('public.airport_content', w.word))
       w.word, g.id, phraseto_tsquery('public.airport_content', w.word),
       tsvector_to_array(to_tsvector('public.airport_content', w.word))
FROM (VALUES
    (1, 'restroom, toilet, bathroom, washroom, lavatory, wc, loo'),
    (2, 'stroller, pram, pushchair, buggy'),
    (3, 'baggage, luggage, suitcase'),
    (4, 'parking, car park, parking garage, parking lot'),
    (5, 'lift, elevator'),
    (6, 'atm, cash machine, cashpoint, cash dispenser'),
    (7, 'lost and found, lost property, lost luggage office, found property'),
    (8, 'currency exchange, bureau de change, foreign exchange, money exchange, exchange office'),
    (9, 'pharmacy, chemist, drugstore'),
    (10, 'taxi, cab, taxicab'),
    (11, 'trolley, cart, luggage cart, baggage cart'),
    (12, 'charging, charge, power outlet, socket, plug, usb port, charger'),
    (13, 'prayer room, chapel, multi faith room, quiet room, place of worship, mosque'),
    (14, 'nursing, lactation, baby care, breastfeeding, nursing room, mother room, baby changing'),
    (15, 'wifi, wi fi, wireless internet, wlan'),
    (16, 'duty free, dutyfree, tax free'),
    (17, 'car rental, car hire, rental car, rent a car, hire car'),
    (18, 'escalator, moving stairs'),
    (19, 'moving walkway, moving sidewalk, people conveyor'),
    (20, 'shuttle, transfer bus, courtesy bus'),
    (21, 'coach, bus'),
    (22, 'train, rail, railway'),
    (23, 'metro, subway, underground'),
    (24, 'check in, checkin'),
    (25, 'boarding pass, boarding card'),
    (26, 'security, screening, security checkpoint, security control'),
    (27, 'customs, customs declaration'),
    (28, 'immigration, passport control, border control'),
    (29, 'smoking area, smoking room, smoking lounge, smoke'),
    (30, 'pet relief, dog relief, animal relief, pet area'),
    (31, 'wheelchair, reduced mobility, disabled, prm assistance'),
    (32, 'step free, barrier free'),
    (33, 'first aid, medical, clinic, doctor'),
    (34, 'defibrillator, aed'),
    (35, 'left luggage, luggage storage, baggage storage, luggage locker, bag storage'),
    (36, 'drinking water, water fountain, water refill, bottle refill, hydration station'),
    (37, 'kids, children, child'),
    (38, 'playground, play area, kids zone, play zone'),
    (39, 'observation deck, viewing terrace, viewing platform, spectator terrace'),
    (40, 'shower, showers and changing'),
    (41, 'hotel, accommodation, lodging'),
    (42, 'sim card, mobile sim, esim'),
    (43, 'mobile phone, cell phone, cellphone, smartphone, phone'),
    (44, 'electric vehicle charging, ev charging, ev charger, electric car charging'),
    (45, 'drop off, kiss and fly'),
    (46, 'pick up, pickup, meeting point, collection point'),
    (47, 'fast track, priority lane, express lane'),
    (48, 'post office, mailbox, post box, mail'),
    (49, 'newsagent, newsstand, bookshop, bookstore'),
    (50, 'perfume, fragrance'),
    (51, 'sweets, candy, confectionery'),
    (52, 'takeaway, takeout'),
    (53, 'vegetarian, meat free'),
    (54, 'vegan, plant based'),
    (55, 'french fries, chips'),
    (56, 'gift, souvenir'),
    (57, 'vat refund, tax refund'),
    (58, 'unaccompanied minor, child travelling alone'),
    (59, 'job, career, vacancy, employment'),
    (60, 'long stay, long term'),
    (61, 'short stay, short term'),
    (62, 'delay, late flight'),
    (63, '24 7, 24 hours, round the clock, around the clock'),
    (64, 't1, terminal 1, terminal one'),
    (65, 't2, terminal 2, terminal two'),
    (66, 't3, terminal 3, terminal three'),
    (67, 't4, terminal 4, terminal four'),
    (68, 't5, terminal 5, terminal five'),
    (69, 'bike, bicycle, cycle')
) AS g (id, words)
CROSS JOIN LATERAL regexp_split_to_table(g.words, ', ') AS w (word)
WHERE numnode(phraseto_tsquery('public.airport_content', w.word)) > 0
ORDER BY phraseto_tsquery('public.airport_content', w.word), g.id;

INSERT INTO schema_support (version, oldest_program) VALUES (7, 7);

-- +goose Down
DELETE FROM synonym;
DELETE FROM schema_support WHERE version = 7;
