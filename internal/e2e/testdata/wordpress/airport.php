<?php
// Plugin Name: what an airport's website adds to WordPress, and what the tests ask of it.

add_action('init', function () {
    register_post_type('restaurant', [
        'public' => true, 'label' => 'Restaurants', 'show_in_rest' => true, 'rest_base' => 'restaurants',
        'supports' => ['title', 'editor', 'excerpt', 'thumbnail', 'custom-fields'],
    ]);
    register_post_meta('restaurant', 'terminal', ['show_in_rest' => true, 'single' => true, 'type' => 'string']);
});
add_theme_support('post-thumbnails');

// ACF's form: an object, or an empty list where there are no fields.
function test_fields($id) {
    $terminal = get_post_meta($id, 'terminal', true);
    return $terminal ? ['terminal' => $terminal] : [];
}

add_action('rest_api_init', function () {
    register_rest_field('restaurant', 'acf', ['get_callback' => fn ($entry) => test_fields($entry['id'])]);
    $route = fn ($name, $callback) => register_rest_route('test/v1', $name,
        ['methods' => 'POST', 'permission_callback' => fn () => current_user_can('manage_options'), 'callback' => $callback]);
    $route('/shown', fn () => array_map('test_shown', get_posts([
        'post_type' => ['post', 'page', 'restaurant'], 'has_password' => false, 'numberposts' => -1])));
    $route('/set-type', fn ($request) => set_post_type($request['id'], $request['type']));
    $route('/publish-scheduled', fn ($request) => wp_publish_post($request['id']));
    $route('/option', function ($request) {
        update_option($request['name'], $request['value']);
        $GLOBALS['wp_rewrite']->init();
        flush_rewrite_rules();
    });
});

// What a visitor of the website sees of an entry, by the functions that themes use.
function test_shown($post) {
    $text = fn ($html) => html_entity_decode(wp_strip_all_tags($html), ENT_QUOTES | ENT_HTML5);
    $terms = fn ($taxonomy) => is_object_in_taxonomy($post, $taxonomy)
        ? array_map($text, wp_get_post_terms($post->ID, $taxonomy, ['fields' => 'names'])) : [];
    return [
        'id' => $post->ID, 'type' => $post->post_type, 'title' => $text(get_the_title($post)), 'url' => get_permalink($post),
        'excerpt' => $text(get_the_excerpt($post)), 'content' => $text(apply_filters('the_content', $post->post_content)),
        'thumbnail' => get_the_post_thumbnail_url($post, 'full') ?: '',
        'categories' => $terms('category'), 'tags' => $terms('post_tag'), 'terminal' => get_post_meta($post->ID, 'terminal', true),
    ];
}

// What security plugins do.
add_filter('rest_authentication_errors', fn ($result) => $result ?: (get_option('test_closed') && !is_user_logged_in()
    ? new WP_Error('rest_not_logged_in', 'You are not currently logged in.', ['status' => 401]) : $result));
