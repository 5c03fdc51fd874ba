import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service in a process of its own: its work does not count. Each task ends at its third look. */
let created = 0;
const looks = new Map<string, number>();

const server = createServer((request, response) => {
  const path = request.url ?? '';
  request.resume();
  response.setHeader('content-type', 'application/json');
  if (path.startsWith('/form-waiting/')) {
    response.end('running');
  } else if (request.method === 'POST') {
    created += 1;
    response.end(JSON.stringify({ id: `task_${created}`, status: 'pending' }));
  } else {
    const nth = (looks.get(path) ?? 0) + 1;
    looks.set(path, nth);
    const results = ['https://files.example/video.mp4'];
    response.end(
      JSON.stringify(
        nth < 3 ? { status: 'pending', progress: 30 * nth } : { status: 'completed', results },
      ),
    );
  }
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
