const everyMs = 1000;
const list = document.querySelector('#tasks');
const template = document.querySelector('#task');
const cards = new Map();

const callbackStates = {
  due: 'still due',
  delivered: 'delivered',
  givenUp: 'given up',
  none: 'not due',
};

const time = (ms) => new Date(ms).toLocaleTimeString();

/** Sets a text and hides its element when there is none. */
function show(element, text) {
  element.hidden = !text;
  element.textContent = text ?? '';
}

function showVideo(card, [url] = []) {
  const screen = card.querySelector('.screen');
  if (screen.dataset.url === url) return;
  screen.dataset.url = url;
  screen.replaceChildren();
  if (!url) return;
  const video = document.createElement('video');
  Object.assign(video, { src: url, controls: true, loop: true, muted: true, preload: 'metadata' });
  screen.append(video);
}

function showCallback(card, callback) {
  const details = card.querySelector('.callback');
  details.hidden = !callback;
  if (!callback) return;
  const { attempts, state, url } = callback;
  const count = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  details.querySelector('summary').textContent =
    `Callback ${callbackStates[state]}, ${count}, to ${url}`;
  details.querySelector('tbody').replaceChildren(
    ...attempts.map(({ attempt, sentMs, kind, outcome }) => {
      const row = document.createElement('tr');
      for (const text of [attempt, time(sentMs), kind, outcome])
        row.insertCell().textContent = text;
      return row;
    }),
  );
}

const writeFault = ({ name, on, value, times }) =>
  `${name}${on ? `@${on}` : ''}${value === undefined ? '' : `=${value}`}${times ? `*${times}` : ''}`;

function showTask(card, task) {
  const { answer } = task;
  const find = (selector) => card.querySelector(selector);
  const status = find('.status');
  status.textContent = answer.status;
  status.dataset.status = answer.status;
  find('.mode').textContent = task.model;
  find('.age').textContent = time(task.createdMs);
  find('.prompt').textContent = task.prompt;
  find('.id code').textContent = task.id;
  const progress = find('progress');
  progress.hidden = answer.progress === undefined;
  progress.value = answer.progress ?? 0;
  progress.setAttribute('aria-label', `Progress of ${task.id}`);
  show(find('.failure'), task.failure && `${task.failure.code}: ${task.failure.message}`);
  show(find('.faults'), task.faults.length && `Faults: ${task.faults.map(writeFault).join(', ')}`);
  showVideo(card, answer.results);
  showCallback(card, task.callback);
}

function showAll(tasks) {
  document.querySelector('#empty').hidden = tasks.length > 0;
  for (const [index, task] of tasks.entries()) {
    if (!cards.has(task.id)) {
      const card = template.content.cloneNode(true).firstElementChild;
      card.dataset.task = task.id;
      cards.set(task.id, card);
    }
    const card = cards.get(task.id);
    showTask(card, task);
    // Moving a card would restart its video, so only cards in the wrong place are moved.
    if (list.children[index] !== card) list.insertBefore(card, list.children[index] ?? null);
  }
  const known = new Set(tasks.map(({ id }) => id));
  for (const [id, card] of cards)
    if (!known.has(id)) {
      card.remove();
      cards.delete(id);
    }
}

async function refresh() {
  const summary = document.querySelector('#summary');
  try {
    const [tasks, health] = await Promise.all(
      ['/admin/tasks', '/healthz'].map(async (path) => {
        const response = await fetch(path);
        if (!response.ok) throw new Error(`${path} answered ${response.status}`);
        return response.json();
      }),
    );
    showAll(tasks);
    const counts = Object.entries(health.tasks).map(([status, count]) => `${count} ${status}`);
    summary.textContent = counts.join(', ') || 'Ready';
  } catch (error) {
    summary.textContent = `No answer from the sandbox: ${error.message}`;
  }
  setTimeout(refresh, everyMs);
}

void refresh();
