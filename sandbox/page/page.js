const everyMs = 1000;
const tasksOfPage = 50;
const list = document.querySelector('#tasks');
const template = document.querySelector('#task');
const cards = new Map();

const find = document.querySelector('#find');
const newer = document.querySelector('#newer');
const older = document.querySelector('#older');

/** Where each page begins, from the newest to the one that is shown: before which task. */
let begins = [undefined];
let timer;
let asked = 0;
/** The number of the last task that is shown. */
let lastSeq;

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
  progress.hidden = answer.progress === undefined || task.finishedMs !== undefined;
  progress.value = answer.progress ?? 0;
  progress.setAttribute('aria-label', `Progress of ${task.id}`);
  show(find('.failure'), task.failure && `${task.failure.code}: ${task.failure.message}`);
  show(find('.faults'), task.faults.length && `Faults: ${task.faults.map(writeFault).join(', ')}`);
  showVideo(card, answer.results);
  showCallback(card, task.callback);
}

function showAll(tasks, total) {
  const { search } = Object.fromEntries(new FormData(find));
  document.querySelector('#empty').hidden = total > 0;
  document.querySelector('#none').hidden = tasks.length > 0 || !search;
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

/** Shows where in the list one is, and which ways there are to go. */
function showPlace(hasOlder) {
  newer.disabled = begins.length === 1;
  older.disabled = !hasOlder;
  document.querySelector('#place').textContent = begins.length > 1 ? `Page ${begins.length}` : '';
}

async function read(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

async function refresh() {
  clearTimeout(timer);
  const turn = (asked += 1);
  const summary = document.querySelector('#summary');
  try {
    const query = new URLSearchParams(new FormData(find));
    // One more than is shown tells whether there are older ones.
    query.set('limit', tasksOfPage + 1);
    if (begins.at(-1) !== undefined) query.set('before', begins.at(-1));
    const [tasks, health] = await Promise.all([read(`/admin/tasks?${query}`), read('/healthz')]);
    // Another page or search was asked for meanwhile.
    if (turn !== asked) return;
    const counts = Object.entries(health.tasks);
    showAll(
      tasks.slice(0, tasksOfPage),
      counts.reduce((total, [, count]) => total + count, 0),
    );
    lastSeq = tasks.slice(0, tasksOfPage).at(-1)?.seq;
    showPlace(tasks.length > tasksOfPage);
    summary.textContent =
      counts.map(([status, count]) => `${count.toLocaleString()} ${status}`).join(', ') || 'Ready';
  } catch (error) {
    if (turn !== asked) return;
    summary.textContent = `No answer from the sandbox: ${error.message}`;
  }
  timer = setTimeout(refresh, everyMs);
}

function turnTo(pages) {
  begins = pages;
  window.scrollTo(0, 0);
  void refresh();
}

newer.addEventListener('click', () => turnTo(begins.slice(0, -1)));
older.addEventListener('click', () => turnTo([...begins, lastSeq]));
find.addEventListener('input', () => turnTo([undefined]));
find.addEventListener('submit', (event) => event.preventDefault());

void refresh();
