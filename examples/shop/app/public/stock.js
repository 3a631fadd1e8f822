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

function listen(pause = 1000) {
  const socket = new WebSocket(product.dataset.feed);
  socket.addEventListener('open', () => {
    pause = 1000;
    socket.send(JSON.stringify({ watch: product.dataset.product }));
  });
  socket.addEventListener('message', (message) => {
    show(JSON.parse(message.data).stock);
    status.dataset.live = '';
  });
  socket.addEventListener('close', () => {
    delete status.dataset.live;
    setTimeout(listen, pause, Math.min(pause * 2, 60_000));
  });
}

listen();
