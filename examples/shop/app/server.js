import { createServer } from 'node:http';
import { createApp } from './app.js';
import { serveStockFeed } from './stock/feed.js';

const server = createServer(createApp());
const pages = serveStockFeed(server);

server.listen(Number(process.env.PORT ?? 8080), () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`Kettle & Leaf is open at http://localhost:${port}\n`);
});

server.once('error', (error) => {
  process.stderr.write(`Kettle & Leaf cannot open: ${error.message}\n`);
  process.exit(1);
});

function close() {
  for (const page of pages.clients) page.terminate();
  server.close(() => process.exit());
  server.closeAllConnections();
}

process.once('SIGINT', close);
process.once('SIGTERM', close);
