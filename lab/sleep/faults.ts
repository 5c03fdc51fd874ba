import type { Plan } from './Plan.ts';

/** A mistake that is planted into the built code, to see how soon the simulator finds it. */
export interface PlantedFault {
  /** What the code does wrong. */
  name: string;
  /** Below .out. */
  file: string;
  /** Text of the built file; the first that is the same is replaced. */
  find: string;
  put: string;
  /** The histories in which it can tell, where that is not all. */
  where?: Family;
}

/** Kinds of histories. */
export const families = {
  older: ({ claims }: Plan) => !claims,
  jammed: ({ limit }: Plan) => limit > 0,
  crowd: ({ executions, setup }: Plan) => setup === 'regular' && executions.length > 5,
  workers: ({ setup }: Plan) => setup === 'queue',
  crowdPaced: (plan: Plan): boolean =>
    families.crowd(plan) &&
    families.called(plan) &&
    (families.paused(plan) ||
      plan.executions.some(({ orders }) => orders.some(({ create }) => create === 'busyFirst'))),
  paused: ({ disturbances }: Plan) => disturbances.some(({ kind }) => kind === 'pause'),
  crowdEnded: (plan: Plan): boolean => families.crowd(plan) && families.ended(plan),
  slow: ({ lookLatencyMs }: Plan) => lookLatencyMs > 1_000,
  jammedRounds: (plan: Plan): boolean =>
    families.jammed(plan) &&
    plan.executions.some(({ rounds, release }) => rounds > 1 || release === 'asTheyCome'),
  slowJam: (plan: Plan): boolean => families.slow(plan) && families.jammed(plan),
  cutOff: ({ disturbances, executions }: Plan) =>
    disturbances.some(({ kind }) => kind === 'unreachable') &&
    executions.some(({ release }) => release === 'asTheyCome'),
  slowed: ({ disturbances, executions }: Plan) =>
    disturbances.some(({ kind }) => kind === 'slowStore') &&
    executions.some(({ release }) => release === 'asTheyCome'),
  ended: ({ disturbances }: Plan) =>
    disturbances.some(({ kind }) => kind === 'kill' || kind === 'stop'),
  stopped: ({ disturbances }: Plan) => disturbances.some(({ kind }) => kind === 'cancel'),
  clockSet: ({ disturbances }: Plan) => disturbances.some(({ kind }) => kind === 'clock'),
  called: ({ executions }: Plan) => executions.some(({ isCalled }) => isCalled),
  missed: ({ executions, callbacks }: Plan) =>
    callbacks.share < 1 && executions.some(({ isCalled }) => isCalled),
  unwatched: ({ executions }: Plan) => executions.some(({ watch }) => !watch),
  retried: ({ executions }: Plan) =>
    executions.some(
      ({ retryOnFail, orders }) =>
        retryOnFail && orders.length > 1 && orders.some(({ create }) => create !== 'accepted'),
    ),
};

export type Family = keyof typeof families;

const fault = (
  ...[file, name, find, put, where]: [string, string, string, string, Family?]
): PlantedFault => ({ ...{ name, file: `nodes/${file}.js`, find, put }, ...(where && { where }) });

/** Among them what the history of these files has mended. */
export const plantedFaults: PlantedFault[] = [
  // Falling asleep.
  fault(
    'sleep/putToSleep',
    'falling asleep is not safe to wake from: no idle copy in front',
    '{ ...entry, node: { ...idle(), disabled: true }, data: { main: [] } },',
    '',
  ),
  fault('sleep/putToSleep', 'what n8n puts back keeps its rows', 'entry.data = { main: [] };', ''),
  fault(
    'sleep/putToSleep',
    'what n8n puts back has an input of null, which stops the old order',
    'entry.data = { main: [] };',
    'entry.data = { main: [null] };',
  ),
  fault(
    'sleep/putToSleep',
    'what n8n puts back is not idle: the copy goes missing',
    '[entry, ...copies, ...rest]',
    '[entry, ...rest]',
  ),
  // What is stored.
  fault(
    'sleep/storedWait',
    'passes are not told apart',
    'waitsOf(context)[(0, readPass_1.readPass)(context)];',
    'Object.values(waitsOf(context)).at(-1);',
  ),
  fault(
    'sleep/storedWait',
    'tasks that have left are forgotten',
    'return { ...open, gone, state: takeBack(state, back, nowMs) };',
    'return { ...open, gone: [], state: takeBack(state, back, nowMs) };',
  ),
  fault(
    'sleep/storedWait',
    'tasks of a try that is run again count as gone',
    '=> goneIn < runIndex;',
    '=> true || goneIn < runIndex;',
  ),
  fault(
    'sleep/storedWait',
    'a time limit starts anew with each try of Retry On Fail',
    'const kept = context.getNode().retryOnFail === true ? state : (0, startWait_1.startWait)();',
    'const kept = (0, startWait_1.startWait)();',
  ),
  fault(
    'CreateVideo/pay/orders',
    'a pass is not closed to new orders when it waits',
    "pass.state = 'waiting';",
    '',
  ),
  fault(
    'CreateVideo/pay/orders',
    'passes are not told apart',
    'book?.passes[(0, readPass_1.readPass)(context)];',
    'Object.values(book?.passes ?? {}).at(-1);',
  ),
  fault(
    'CreateVideo/pay/orders',
    'a pass that waits is lost when the next begins',
    '...Object.fromEntries(open), [name]: pass',
    '[name]: pass',
  ),
  fault(
    'CreateVideo/createAndWait',
    'a pass that is over is ordered once more in the next round',
    'if (delivery.isLast)',
    'if (!delivery.isLast)',
  ),
  fault(
    'CreateVideo/pay/orders',
    'an earlier try is not looked up',
    'if (row && (0, Pass_1.isEntry)(row.result)',
    'if (row && !(0, Pass_1.isEntry)(row.result)',
  ),
  fault(
    'CreateVideo/pay/orders',
    'what was accepted is not noted down',
    'this.pass.rows[itemIndex] = { ...this.rowOf(outcome), ...sent };',
    '',
  ),
  fault(
    'CreateVideo/pay/orders',
    'a round of a loop finds the entries of the one before',
    'const known = passes[name];',
    'const known = Object.values(passes).at(-1);',
  ),
  fault(
    'CreateVideo/pay/orders',
    'requests are sent again where n8n starts from an older state',
    'if (!(0, maySend_1.maySend)({ earlier }).may)\n            return earlier;',
    '',
    'older',
  ),
  fault(
    'CreateVideo/pay/maySend',
    'a request is sent again whatever the answer was',
    'if (!isUnsent)',
    "if (!isUnsent && (answer.kind !== 'unanswered' || tries > 1))",
  ),
  // Waking.
  fault(
    'sleep/wokenTwice',
    'a timer that is late does not count as doubtful',
    'return due.length > 1 || due.some((timerMs) => nowMs - timerMs > usualDelayMs);',
    'return false;',
    'jammed',
  ),
  fault(
    'sleep/wokenTwice',
    'a call behind a timer does not count as doubtful',
    'return due.length > 0;',
    'return false;',
    'jammed',
  ),
  fault(
    'sleep/wokenTwice',
    'what queues beside is not asked for',
    'if (isQueuedBeside)\n        return true;',
    '',
  ),
  fault(
    'sleep/wokenTwice',
    'a timer may go off between waking and sleep',
    '=> timersMs.some((timerMs) => timerMs <= nowMs + usualDelayMs);',
    '=> false;',
    'slowJam',
  ),
  fault(
    'sleep/sleepRecord',
    'a retried copy of an execution takes over its sleeps',
    'stored.executionId === executionId',
    'true',
    'ended',
  ),
  fault(
    'look/adjustWait',
    'tasks of another wait join where an older state wakes',
    'if (stored.tasks[taskId] === undefined)\n            return [];',
    '',
    'jammedRounds',
  ),
  fault(
    'look/adjustWait',
    'a ring does not bring looks forward',
    'soon.has(taskId) && taskWait.outcome === undefined',
    'false',
  ),
  fault(
    'look/adjustWait',
    'calls that came while awake are not made up for',
    'return called.length === 0 ? state : bringForward(state, called, atMs);',
    'return state;',
    'called',
  ),
  fault(
    'callback/wakeOrLook',
    'no call wakes',
    "return { workflowData: [], webhookResponse: { message: 'Waking up to look at the task' } };",
    "return { webhookResponse: { message: 'Waking up to look at the task' } };",
  ),
  fault(
    'callback/wakeOrLook',
    'a call hands its body on as rows',
    'return { workflowData: [],',
    'return { workflowData: [[{ json: {} }]],',
  ),
  // As they come.
  fault(
    'sleep/putToSleep',
    'the node is not run once more for the rest',
    'stack.push({ ...entry, node: { ...entry.node }, data: { ...entry.data } });',
    '',
  ),
  fault(
    'sleep/putToSleep',
    'the run for the rest is not taken back when the node is tried again',
    'stack.pop();',
    ';',
  ),
  fault(
    'sleep/waitAsleep',
    'what leaves early is waited for again',
    'const taskIds = wait.taskIds.filter((taskId) => !gone.has(taskId));',
    'const taskIds = wait.taskIds;',
  ),
  // The watcher.
  fault(
    'watch/Watcher',
    'a stopped execution is watched on',
    'if (over)\n                this.abandon(executionId);',
    '',
    'stopped',
  ),
  fault(
    'watch/Watcher',
    'a forgotten execution stays',
    'this.forgets.set(sleeper.forget, sleeper.forgetAtMs);',
    '',
    'workers',
  ),
  fault(
    'watch/Watcher',
    'a called look is done once only',
    'task.looksLeft = looksAfterRing;',
    'task.looksLeft = 1;',
    'called',
  ),
  fault(
    'watch/Watcher',
    'a call brings no look',
    'this.hurry(task);\n            this.overtake',
    'this.overtake',
  ),
  fault(
    'watch/Watcher',
    'a called look waits behind a routine look',
    'look.cancel.abort(isNotNeeded);\n    }\n    hurry',
    ';\n    }\n    hurry',
    'crowdPaced',
  ),
  fault(
    'watch/trustInCalls',
    'calls are relied on without end',
    'missedInRow <= mostMissed;',
    'true;',
    'missed',
  ),
  // Time.
  fault(
    'restart/timer',
    'a sleep is shorter than n8n looks ahead',
    'Math.min(Math.max(shareMs, exports.shortestSleepMs), longestSleepMs);',
    '2_000;',
  ),
  fault(
    'restart/timer',
    'the timer is not set before the time limit',
    'return Math.floor(Math.min(Math.max(wakeAtMs, pausedUntilMs), deadlineAtMs));',
    'return Math.floor(wakeAtMs + 24 * 60 * 60_000);',
  ),
  fault(
    'restart/timer',
    'who is not watched wakes as seldom as who is',
    'const shareMs = isWatched ? (nowMs() - startedAtMs) * shareOfWait : 0;',
    'const shareMs = (nowMs() - startedAtMs) * shareOfWait;',
    'unwatched',
  ),
  fault(
    'sleep/whyAwake',
    'an execution that could sleep stays awake',
    'return undefined;\n}',
    "return 'no reason';\n}",
  ),
  // The tables.
  fault(
    'sleep/table',
    'a copy does not step aside for one at work',
    '({ isAtWork }) => isAtWork,',
    '() => false,',
    'older',
  ),
  fault(
    'sleep/table',
    'what wakes before n8n listens goes on',
    "({ startup }) => startup === 'down',",
    '() => false,',
  ),
  fault(
    'sleep/table',
    'what wakes while n8n starts goes on',
    "({ startup }) => startup === 'starting',",
    '() => false,',
    'ended',
  ),
  fault(
    'sleep/table',
    'a copy of an older sleep goes on',
    '({ isOlder }) => isOlder,',
    '() => false,',
    'jammed',
  ),
  fault(
    'sleep/table',
    'a copy that may be queued beside another goes on',
    '({ isDoubtful, canBeCalled }) => isDoubtful && canBeCalled,',
    '() => false,',
  ),
  fault(
    'sleep/table',
    'nothing leaves before the last',
    '({ areSomeLeaving }) => areSomeLeaving,',
    '() => false,',
  ),
  fault(
    'sleep/table',
    'what n8n may have read awake goes to sleep',
    '({ mayBeReadAwake }) => mayBeReadAwake,',
    '() => false,',
    'slowJam',
  ),
  fault(
    'sleep/table',
    'the wait ends when some tasks are open',
    '({ isAllEnded }) => isAllEnded,',
    '({ isAllEnded, areSomeLeaving }) => isAllEnded || areSomeLeaving,',
  ),
  // A start of n8n.
  fault(
    'restart/orphans',
    'nobody is brought home that a root lists',
    'if (!this.orphans.has(id))',
    'if (false)',
  ),
  fault(
    'callback/wakeOrLook',
    'a root is woken by another that has listed it',
    'sleep?.roster !== undefined && isListedCall(context)',
    'false',
    'crowdEnded',
  ),
  fault(
    'sleep/arise',
    'in n8n’s first minute, no copy counts as queued twice, whoever called',
    'const isQueuedOnce = !wasRung && ',
    'const isQueuedOnce = ',
    'jammed',
  ),
  fault(
    'sleep/arise',
    'a copy that steps aside leaves the other branches to run',
    '(0, putToSleep_1.endRun)(context);',
    '',
    'older',
  ),
  fault(
    'sleep/waitAsleep',
    'where an execution stays awake this once, its items wait for each other',
    "choices.release === 'together'",
    'true',
    'cutOff',
  ),
  fault(
    'call/callExecution',
    'a call is sent while another wakes the execution',
    '(0, knownSleeps_1.isBeingCalled)(executionId, performance.now())',
    'false',
  ),
  fault(
    'CreateVideo/placeOrders',
    'what was created is not named where a further try may come',
    "(0, summarizeStop_1.summarizeStop)(results, labels, 'retry', canRetry);",
    'stop;',
    'retried',
  ),
  fault(
    'restart/roster',
    'a root that has left has no successor',
    'if (leaves.length > 0 && this.lacksRoot())',
    'if (false)',
    'ended',
  ),
  fault(
    'restart/timer',
    'a root wakes as late as a leaf',
    'Math.floor(nowMs() + exports.soonestSetMs',
    'Math.floor(nowMs() + leafSleepMs',
    'ended',
  ),
  fault(
    'sleep/arise',
    'a root that wakes after the start brings nobody home',
    "if (startup === 'up')",
    'if (false)',
    'ended',
  ),
  fault(
    'restart/roster',
    'a root lists nobody',
    'const lists = new Map([...this.orphans.addresses(), ...this.asleep, ...newcomers]);',
    'const lists = new Map();',
    'crowdEnded',
  ),
  fault(
    'restart/roster',
    'a root does not list those who fall asleep with it',
    '...this.asleep, ...newcomers]',
    '...this.asleep]',
    'crowd',
  ),
  fault(
    'restart/starting',
    'n8n counts as started as soon as it listens',
    "? 'starting' : 'down';",
    "? 'up' : 'down';",
  ),
  fault(
    'restart/timer',
    'a leaf wakes as soon as a root',
    'Math.floor(nowMs() + leafSleepMs * (1 + random()));',
    'Math.floor(nowMs() + 65_000);',
    'crowd',
  ),
  fault(
    'call/askState',
    'one that was stopped counts as asleep',
    "canceled: 'over',",
    "canceled: 'asleep',",
  ),
  // A call.
  fault(
    'call/knownSleeps',
    'each call to the same sleep wakes it',
    'if (over.includes(sleep) || (rung?.sleep === sleep && !isLost))',
    'if (false)',
    'jammed',
  ),
  fault(
    'call/knownSleeps',
    'a sleep that is over counts as open',
    'known.over = [...known.over, sleep].slice(-most.over);',
    ';',
    'slowed',
  ),
  fault(
    'callback/wakeOrLook',
    'a call wakes who has never been asleep',
    'data?.executionData !== undefined && sleep === undefined',
    'false',
  ),
  fault(
    'callback/wakeOrLook',
    'every call wakes',
    'if (!isDue &&',
    'if (false && !isDue &&',
    'called',
  ),
  fault('callback/wakeOrLook', 'a call leaves no word that it came', 'sleep.isRung = true;', ';'),
  fault(
    'sleep/arise',
    'who is sent back is not called',
    'roster_1.roster.bringHome(executionId, addresses, caller))',
    'undefined)',
  ),
  fault(
    'sleep/arise',
    'a sleep on another worker counts as older',
    'isWorker ? undefined : (0, knownSleeps_1.findNewerSleep)',
    '(0, knownSleeps_1.findNewerSleep)',
    'workers',
  ),
  // Falling asleep, and who watches.
  fault(
    'sleep/fallAsleep',
    'the wait is not stored before a sleep',
    '(0, storedWait_1.storeWait)(context, { ...stored, state, sleeps: stored.sleeps + 1, rings: [] });',
    '',
  ),
  fault('sleep/fallAsleep', 'nobody watches', 'watcher.watchOver(sleeping);', ''),
  fault(
    'sleep/fallAsleep',
    'the watcher is not told when the execution is stored',
    '(0, watchers_1.noteStored)(executionId);',
    '',
  ),
  fault(
    'sleep/fallAsleep',
    'the sleep is not noted in the process',
    '(0, knownSleeps_1.noteSleep)(executionId, id);',
    '',
  ),
  fault(
    'watch/watchers',
    'a clock that was set is not followed',
    'const byMs = clockSetByMs(post);',
    'const byMs = 0;',
    'clockSet',
  ),
  fault(
    'restart/roster',
    'who is over is called so that it brings home the others',
    "if (state === 'over')",
    'if (false)',
    'stopped',
  ),
  fault(
    'watch/Sleeper',
    'rows that may leave alone are not rung for',
    'eager ? wait.open < wait.size : wait.open === 0;',
    'wait.open === 0;',
  ),
  fault(
    'watch/Sleeper',
    'an execution is rung before its tasks have ended',
    'eager ? wait.open < wait.size : wait.open === 0;',
    'true;',
  ),
  fault(
    'call/askState',
    'n8n is asked for ever about an execution of which it has stored nothing',
    'httpStatus === 500 && ',
    'false && ',
    'workers',
  ),
  fault(
    'restart/roster',
    'a root wakes although no other one is stored',
    'if (!this.roots.has(executionId))',
    'if (true)',
    'crowdEnded',
  ),
  fault(
    'sleep/arise',
    'who is to be called anew is called while copies pass that stand behind it in n8n’s queue',
    'sleep_1.sleep)(copiesPassMs)',
    'sleep_1.sleep)(1)',
    'jammed',
  ),
];
