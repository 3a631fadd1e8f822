/** A small app on Express and Datastore, as somebody would write it. */
export function notesApp({ port }: { port: string }): string {
  return `import { Datastore } from '@google-cloud/datastore';
import express from 'express';

const datastore = new Datastore();
const app = express();

app.get('/', async (request, response) => {
  const [notes] = await datastore.runQuery(datastore.createQuery('Note'));
  response.send('<h1>' + notes.length + ' notes</h1>');
});

app.listen(${port});
`;
}
