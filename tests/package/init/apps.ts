interface AppOptions {
  /** What it listens on, as code. */
  port: string;
}

/** A small app on Express and Datastore, as somebody would write it. */
export function notesApp({ port }: AppOptions): string {
  return `${imports}
${routes}
app.listen(${port});
`;
}

/** The same in CommonJS, without listening: Express' own generator puts that into bin/www. */
export function commonJsApp(): string {
  return `'use strict';
const { Datastore } = ${requireOf('@google-cloud/datastore')};
const express = ${requireOf('express')};
${routes}
module.exports = app;
`;
}

/** bin/www, as Express' generator writes it; it listens only where it is not being tested. */
export function generatedMain(): string {
  return `#!/usr/bin/env node
var app = ${requireOf('../app')};
var http = ${requireOf('http')};

var port = parseInt(process.env.PORT || '3000', 10);
app.set('port', port);
var server = http.createServer(app);
if (process.env.NODE_ENV !== 'test') {
  server.listen(port);
}
`;
}

/** In TypeScript, in two files. */
export function typedApp({ port }: AppOptions): Record<string, string> {
  return {
    'src/server.ts': [
      `import { createApp } from './app.js';`,
      '',
      `const port: number = ${port};`,
      'createApp().listen(port);',
      '',
    ].join('\n'),
    'src/app.ts': `${imports}
import type { Express } from 'express';

export function createApp(): Express {
${routes}
  return app;
}
`,
  };
}

const imports = [
  `import { Datastore } from '@google-cloud/datastore';`,
  `import express from 'express';`,
].join('\n');

const routes = `
const datastore = new Datastore();
const app = express();

app.get('/', async (request, response) => {
  const [notes] = await datastore.runQuery(datastore.createQuery('Note'));
  response.send('<h1>' + notes.length + ' notes</h1>');
});
`;

function requireOf(name: string): string {
  return `require('${name}')`;
}
