// Keeps the stock on a product's page as it is, without a reload.

const product = document.querySelector('[data-product]');
const status = product.querySelector('[data-stock]');
const button = product.querySelector('button');

function show(stock) {
  status.dataset.stock = stock;
  if (stock === 0) status.textContent = 'Sold out';
  else status.textContent = stock <= 3 ? `Only ${stock} left` : `${stock} in stock`;
  button.disabled = stock === 0;
}

let reads = 0;

// The socket only says that there is something new: of two answers the later question's counts.
async function read() {
  const question = ++reads;
  const answer = await fetch(product.dataset.source);
  if (!answer.ok) return;
  const { stock } = await answer.json();
  if (question !== reads) return;
  show(stock);
  status.dataset.live = '';
}

function listen(pause = 1000) {
  const socket = new WebSocket(product.dataset.feed);
  socket.addEventListener('open', () => {
    pause = 1000;
    socket.send(JSON.stringify({ watch: product.dataset.product }));
  });
  socket.addEventListener('message', () => void read());
  socket.addEventListener('close', () => {
    delete status.dataset.live;
    setTimeout(listen, pause, Math.min(pause * 2, 60_000));
  });
}

listen();
