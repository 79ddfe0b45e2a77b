# The bot; with another command the local service:
#   docker run abilities-bot node dist/local-service/main.js --host 0.0.0.0 --port 3000 --data-dir /data --seed demo
# docs/deploy.md says how to pin it to a digest.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages ./packages
RUN npm ci
COPY tsconfig.json ./
COPY build ./build
COPY src ./src
RUN npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The packages are bundled by the build.
RUN npm ci --omit=dev --workspaces=false

FROM ${NODE_IMAGE}
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
# Where the bot listens. Both commands answer /healthz; the local service is given port 3000 above.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "const { HOST, PORT } = process.env; require('node:http').get({ host: HOST || '127.0.0.1', port: PORT || 3000, path: '/healthz' }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Node is process 1 and handles SIGTERM itself.
CMD ["node", "dist/main.js"]
