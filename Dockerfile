# Debian 13 has the newer librdkafka (2.8) and RocksDB (9.10) that Turnstream is best run with.
FROM debian:trixie-slim AS build
WORKDIR /source
COPY scripts/common.sh scripts/setup scripts/
RUN scripts/setup build
COPY CMakeLists.txt CMakePresets.json ./
COPY pipeline pipeline
COPY schemas schemas
COPY stages stages
COPY recall recall
COPY app app
COPY docs/examples docs/examples
COPY packaging packaging
# The tests are not in the image, but the build needs their folder.
RUN mkdir tests && touch tests/CMakeLists.txt \
 && cmake --preset release \
 && cmake --build --preset release --target turnstream \
 && strip build/release/turnstream

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install --no-install-recommends -y \
      libcld2-0 libcurl4t64 libtcmalloc-minimal4t64 libmicrohttpd12t64 libprometheus-cpp-core1.0 librdkafka1 librocksdb9.10 \
      libsimdjson25 libspdlog1.15 libssl3t64 libstemmer0d libyaml-cpp0.8 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --user-group --home-dir /var/lib/turnstream --no-create-home turnstream
# A new volume gets this folder's owner and mode: memory is for the program's user alone.
RUN install --directory --owner=turnstream --group=turnstream --mode=0700 /var/lib/turnstream /var/lib/turnstream/state
COPY --from=build /source/build/release/turnstream /usr/local/bin/turnstream
COPY scripts/container_health /usr/local/bin/container_health
USER turnstream
# One folder for everything that must outlive the container.
ENV TURNSTREAM_STATE__DIRECTORY=/var/lib/turnstream/state \
    TURNSTREAM_HTTP__LISTEN=0.0.0.0:8321
VOLUME /var/lib/turnstream
EXPOSE 8321
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["container_health"]
# turnstream ends by itself on SIGTERM within 10 s.
STOPSIGNAL SIGTERM
ENTRYPOINT ["turnstream"]
CMD ["run"]
