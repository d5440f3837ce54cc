# The service as one static binary. Where no registry answers, .ci/images/build-golang makes a BUILDER_IMAGE from the Go of this
# machine.
ARG BUILDER_IMAGE=golang:1.26.8-bookworm

FROM ${BUILDER_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -tags=grpcnotrace -ldflags='-s -w' -o /rootfs/ ./cmd/airport-content

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /rootfs/ /
USER 65532:65532
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=40s CMD ["/airport-content", "healthcheck"]
ENTRYPOINT ["/airport-content"]
CMD ["serve"]
