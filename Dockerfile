# The bot; with another command the local service:
#   docker run abilities-bot node dist/local-service/main.js --host 0.0.0.0 --port 3000 --data-dir /data --seed demo
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages ./packages
RUN npm ci
COPY tsconfig.json ./
COPY build ./build
COPY src ./src
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The packages are bundled by the build.
RUN npm ci --omit=dev --workspaces=false

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
# Both commands answer /healthz; the local service is given port 3000 above.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and handles SIGTERM itself.
CMD ["node", "dist/main.js"]
