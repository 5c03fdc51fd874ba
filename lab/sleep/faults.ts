/** A mistake that is planted into the built code, to see how soon the simulator finds it. */
export interface PlantedFault {
  /** What the code does wrong. */
  name: string;
  /** Below .out. */
  file: string;
  /** Text of the built file; the first that is the same is replaced. */
  find: string;
  put: string;
}

const sleeping = (file: string, name: string, find: string, put: string): PlantedFault => ({
  ...{ name, file: `nodes/${file}.js`, find, put },
});

const creating = (file: string, name: string, find: string, put: string): PlantedFault => ({
  ...{ name, file: `nodes/${file}.js`, find, put },
});

/** Among them what the history of these files has mended. */
export const plantedFaults: PlantedFault[] = [
  // Falling asleep.
  sleeping(
    'sleep/putToSleep',
    'falling asleep is not safe to wake from: no idle copy in front',
    '{ ...entry, node: { ...idle(), disabled: true }, data: { main: [] } },',
    '',
  ),
  sleeping(
    'sleep/putToSleep',
    'what n8n puts back keeps its rows',
    'entry.data = { main: [] };',
    '',
  ),
  sleeping(
    'sleep/putToSleep',
    'what n8n puts back has an input of null, which stops the old order',
    'entry.data = { main: [] };',
    'entry.data = { main: [null] };',
  ),
  sleeping(
    'sleep/putToSleep',
    'what n8n puts back is not idle: the copy goes missing',
    '[entry, ...copies, ...rest]',
    '[entry, ...rest]',
  ),
  // What is stored.
  sleeping(
    'sleep/storedWait',
    'passes are not told apart',
    'waitsOf(context)[(0, readPass_1.readPass)(context)];',
    'Object.values(waitsOf(context)).at(-1);',
  ),
  sleeping(
    'sleep/storedWait',
    'tasks that have left are forgotten',
    'return { ...open, gone, state: takeBack(state, back, nowMs) };',
    'return { ...open, gone: [], state: takeBack(state, back, nowMs) };',
  ),
  sleeping(
    'sleep/storedWait',
    'tasks of a try that is run again count as gone',
    '=> goneIn < runIndex;',
    '=> true || goneIn < runIndex;',
  ),
  sleeping(
    'sleep/storedWait',
    'a time limit starts anew with each try of Retry On Fail',
    'const kept = context.getNode().retryOnFail === true ? state : (0, startWait_1.startWait)();',
    'const kept = (0, startWait_1.startWait)();',
  ),
  creating(
    'CreateVideo/pay/orders',
    'a pass is not closed to new orders when it waits',
    "pass.state = 'waiting';",
    '',
  ),
  creating(
    'CreateVideo/pay/orders',
    'passes are not told apart',
    'book?.passes[(0, readPass_1.readPass)(context)];',
    'Object.values(book?.passes ?? {}).at(-1);',
  ),
  creating(
    'CreateVideo/pay/orders',
    'a pass that waits is lost when the next begins',
    '...Object.fromEntries(open), [name]: pass',
    '[name]: pass',
  ),
  creating(
    'CreateVideo/createAndWait',
    'a pass that is over is ordered once more in the next round',
    'if (delivery.isLast)',
    'if (!delivery.isLast)',
  ),
  creating(
    'CreateVideo/pay/orders',
    'an earlier try is not looked up',
    'if (row && (0, Pass_1.isEntry)(row.result)',
    'if (row && !(0, Pass_1.isEntry)(row.result)',
  ),
  creating(
    'CreateVideo/pay/orders',
    'what was accepted is not noted down',
    'this.pass.rows[itemIndex] = { ...this.rowOf(outcome), ...sent };',
    '',
  ),
  creating(
    'CreateVideo/pay/orders',
    'a round of a loop finds the entries of the one before',
    'const known = passes[name];',
    'const known = Object.values(passes).at(-1);',
  ),
  creating(
    'CreateVideo/pay/orders',
    'requests are sent again where n8n starts from an older state',
    'if (!(0, maySend_1.maySend)({ earlier }).may)\n            return earlier;',
    '',
  ),
  creating(
    'CreateVideo/pay/maySend',
    'a request is sent again whatever the answer was',
    'if (!isUnsent)',
    "if (!isUnsent && (answer.kind !== 'unanswered' || tries > 1))",
  ),
  // Waking.
  sleeping(
    'sleep/wokenTwice',
    'a timer that is late does not count as doubtful',
    'return due.length > 1 || due.some((timerMs) => nowMs - timerMs > usualDelayMs);',
    'return false;',
  ),
  sleeping(
    'sleep/wokenTwice',
    'a call behind a timer does not count as doubtful',
    'return due.length > 0;',
    'return false;',
  ),
  sleeping(
    'sleep/wokenTwice',
    'what queues beside is not asked for',
    'if (isQueuedBeside)\n        return true;',
    '',
  ),
  sleeping(
    'sleep/wokenTwice',
    'a timer may go off between waking and sleep',
    '=> timersMs.some((timerMs) => timerMs <= nowMs + usualDelayMs);',
    '=> false;',
  ),
  sleeping(
    'sleep/sleepRecord',
    'a retried copy of an execution takes over its sleeps',
    'stored.executionId === executionId',
    'true',
  ),
  sleeping(
    'look/adjustWait',
    'tasks of another wait join where an older state wakes',
    'if (stored.tasks[taskId] === undefined)\n            return [];',
    '',
  ),
  sleeping(
    'look/adjustWait',
    'a ring does not bring looks forward',
    'soon.has(taskId) && taskWait.outcome === undefined && taskWait.nextAskAtMs > atMs',
    'false',
  ),
  sleeping(
    'look/adjustWait',
    'calls that came while awake are not made up for',
    'return called.length === 0 ? state : bringForward(state, called, atMs);',
    'return state;',
  ),
  sleeping(
    'callback/wakeOrLook',
    'no call wakes',
    "return { workflowData: [], webhookResponse: { message: 'Waking up to look at the task' } };",
    "return { webhookResponse: { message: 'Waking up to look at the task' } };",
  ),
  sleeping(
    'callback/wakeOrLook',
    'a call hands its body on as rows',
    'return { workflowData: [],',
    'return { workflowData: [[{ json: {} }]],',
  ),
  // As they come.
  sleeping(
    'sleep/putToSleep',
    'the node is not run once more for the rest',
    'stack.push({ ...entry, node: { ...entry.node }, data: { ...entry.data } });',
    '',
  ),
  sleeping(
    'sleep/putToSleep',
    'the run for the rest is not taken back when the node is tried again',
    'stack.pop();',
    ';',
  ),
  sleeping(
    'sleep/waitAsleep',
    'what leaves early is waited for again',
    'const taskIds = wait.taskIds.filter((taskId) => !gone.has(taskId));',
    'const taskIds = wait.taskIds;',
  ),
  // The watcher.
  sleeping(
    'watch/Watcher',
    'a stopped execution is watched on',
    'if (over)\n                this.abandon(sleeper);',
    '',
  ),
  sleeping(
    'watch/Watcher',
    'a forgotten execution stays',
    'this.forgets.set(sleeper.forget, sleeper.forgetAtMs);',
    '',
  ),
  sleeping(
    'watch/Watcher',
    'a called look is done once only',
    'task.looksLeft = looksAfterRing;',
    'task.looksLeft = 1;',
  ),
  sleeping(
    'watch/Watcher',
    'a call brings no look',
    'this.hurry(task);\n            this.overtake',
    'this.overtake',
  ),
  sleeping(
    'watch/Watcher',
    'a called look waits behind a routine look',
    'look.cancel.abort(isNotNeeded);\n    }\n    hurry',
    ';\n    }\n    hurry',
  ),
  sleeping('watch/Watcher', 'trust in calls is never lost', 'if (isTrustLost)', 'if (false)'),
  sleeping(
    'watch/trustInCalls',
    'calls are relied on without end',
    'missedInRow <= mostMissed;',
    'true;',
  ),
  sleeping(
    'call/callExecution',
    'an ended execution is rung on',
    "return /finished/i.test(text) ? 'gone' : 'busy';",
    "return 'busy';",
  ),
  // Time.
  sleeping(
    'restart/timer',
    'a sleep is shorter than n8n looks ahead',
    'Math.min(Math.max(shareMs, exports.shortestSleepMs), longestSleepMs);',
    '2_000;',
  ),
  sleeping(
    'restart/timer',
    'the timer is not set before the time limit',
    'return Math.floor(Math.min(Math.max(wakeAtMs, pausedUntilMs), limitAtMs));',
    'return Math.floor(wakeAtMs + 24 * 60 * 60_000);',
  ),
  sleeping(
    'restart/timer',
    'who is not watched wakes as seldom as who is',
    'const shareMs = isWatched ? (nowMs() - startedAtMs) * shareOfWait : 0;',
    'const shareMs = (nowMs() - startedAtMs) * shareOfWait;',
  ),
  sleeping(
    'sleep/whyAwake',
    'an execution that could sleep stays awake',
    'return undefined;\n}',
    "return 'no reason';\n}",
  ),
  // The tables.
  sleeping(
    'sleep/table',
    'a copy does not step aside for one at work',
    '({ isAtWork }) => isAtWork,',
    '() => false,',
  ),
  sleeping(
    'sleep/table',
    'what wakes before n8n listens goes on',
    "({ startup }) => startup === 'down',",
    '() => false,',
  ),
  sleeping(
    'sleep/table',
    'what wakes while n8n starts goes on',
    "({ startup }) => startup === 'starting',",
    '() => false,',
  ),
  sleeping(
    'sleep/table',
    'a copy of an older sleep goes on',
    '({ isOlder }) => isOlder,',
    '() => false,',
  ),
  sleeping(
    'sleep/table',
    'a copy that may be queued beside another goes on',
    '({ isDoubtful, canBeCalled }) => isDoubtful && canBeCalled,',
    '() => false,',
  ),
  sleeping(
    'sleep/table',
    'nothing leaves before the last',
    '({ areSomeLeaving }) => areSomeLeaving,',
    '() => false,',
  ),
  sleeping(
    'sleep/table',
    'what n8n may have read awake goes to sleep',
    '({ mayBeReadAwake }) => mayBeReadAwake,',
    '() => false,',
  ),
  sleeping(
    'sleep/table',
    'the wait ends when some tasks are open',
    '({ isAllEnded }) => isAllEnded,',
    '({ isAllEnded, areSomeLeaving }) => isAllEnded || areSomeLeaving,',
  ),
  // A start of n8n.
  sleeping(
    'restart/roster',
    'nobody is brought home that a root lists',
    'if (!this.asleep.has(id) && !this.newcomers.has(id))',
    'if (false)',
  ),
  sleeping(
    'restart/roster',
    'all roots wake soon, and are lost together',
    'const ranks = [0, 0, 1, 2];',
    'const ranks = [0, 0, 0, 0];',
  ),
  sleeping(
    'restart/roster',
    'a root wakes late that no other lists',
    'near.length < nearRoots ? 0 :',
    'false ? 0 :',
  ),
  sleeping(
    'restart/roster',
    'a single root wakes soon',
    'taken.filter((rank) => rank === 0).length < nearRoots',
    'false',
  ),
  sleeping(
    'call/callExecution',
    'a call is sent while another wakes the execution',
    '(0, knownSleeps_1.isBeingCalled)(executionId, performance.now())',
    'false',
  ),
  sleeping(
    'restart/timer',
    'the timer and the watcher start it at its time limit, both at once',
    'deadlineAtMs + (isWatched ? watcherFirstMs : 0)',
    'deadlineAtMs',
  ),
  creating(
    'CreateVideo/placeOrders',
    'what was created is not named where a further try may come',
    "(0, summarizeStop_1.summarizeStop)(results, labels, 'retry', canRetry);",
    'stop;',
  ),
  sleeping(
    'restart/roster',
    'a root lists nobody',
    'const lists = new Map([...this.orphans, ...this.asleep, ...newcomers]);',
    'const lists = new Map();',
  ),
  sleeping(
    'restart/roster',
    'a root does not list those who fall asleep with it',
    '...this.asleep, ...newcomers]',
    '...this.asleep]',
  ),
  sleeping(
    'restart/roster',
    'one that was called and has not come is not called again',
    "if (outcome === 'heard')",
    "this.orphans.delete(executionId);\n        if (outcome === 'heard')",
  ),
  sleeping(
    'restart/starting',
    'n8n counts as started as soon as it listens',
    "? 'starting' : 'down';",
    "? 'up' : 'down';",
  ),
  sleeping(
    'restart/timer',
    'a root wakes as late as a leaf',
    'return Math.floor(nowMs() + sleepMs * rootSleepByRank ** rank);',
    'return Math.floor(nowMs() + leafSleepMs);',
  ),
  sleeping(
    'restart/timer',
    'a leaf wakes as soon as a root',
    'Math.floor(nowMs() + leafSleepMs * (1 + random()));',
    'Math.floor(nowMs() + 65_000);',
  ),
  sleeping(
    'call/askState',
    'one that was stopped counts as asleep',
    "canceled: 'over',",
    "canceled: 'asleep',",
  ),
  // A call.
  sleeping(
    'call/knownSleeps',
    'each call to the same sleep wakes it',
    'if (!over.includes(sleep) && (rung?.sleep !== sleep || isLost)) {',
    'if (true) {',
  ),
  sleeping(
    'call/knownSleeps',
    'calls that wake nothing are forgotten',
    'const taken = [...(named ?? [])];',
    'const taken = [];',
  ),
  sleeping(
    'call/knownSleeps',
    'a sleep that is over counts as open',
    'known.over = [...known.over, sleep].slice(-most.over);',
    ';',
  ),
  sleeping(
    'callback/wakeOrLook',
    'a call wakes who has never been asleep',
    'data?.executionData !== undefined && sleep === undefined',
    'false',
  ),
  sleeping('callback/wakeOrLook', 'every call wakes', 'if (!isDue &&', 'if (false && !isDue &&'),
  sleeping(
    'callback/wakeOrLook',
    'a call leaves no word that it came',
    'sleep.isRung = true;',
    ';',
  ),
  sleeping(
    'sleep/arise',
    'who is sent back is not called',
    'roster_1.roster.bringHome(executionId, addresses, caller);',
    ';',
  ),
  // Falling asleep, and who watches.
  sleeping(
    'sleep/fallAsleep',
    'the wait is not stored before a sleep',
    '(0, storedWait_1.storeWait)(context, { ...stored, state, sleeps: stored.sleeps + 1, rings: [] });',
    '',
  ),
  sleeping('sleep/fallAsleep', 'nobody watches', 'watcher.watchOver(sleeping);', ''),
  sleeping(
    'sleep/fallAsleep',
    'the watcher is not told when the execution is stored',
    '(0, watchers_1.noteStored)(executionId);',
    '',
  ),
  sleeping(
    'sleep/fallAsleep',
    'the sleep is not noted in the process',
    '(0, knownSleeps_1.noteSleep)(executionId, id);',
    '',
  ),
  sleeping(
    'watch/watchers',
    'a clock that was set is not followed',
    'const byMs = clockSetByMs(post);',
    'const byMs = 0;',
  ),
  sleeping(
    'call/callExecution',
    'two call the same execution at once',
    'underWay.has(executionId) || ',
    '',
  ),
  sleeping(
    'restart/roster',
    'who is over is called so that it brings home the others',
    "if (state === 'over')",
    'if (false)',
  ),
  sleeping(
    'watch/Sleeper',
    'rows that may leave alone are not rung for',
    'eager ? wait.open < wait.size : wait.open === 0;',
    'wait.open === 0;',
  ),
  sleeping(
    'watch/Sleeper',
    'an execution is rung before its tasks have ended',
    'eager ? wait.open < wait.size : wait.open === 0;',
    'true;',
  ),
];
