"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.lookedTable = exports.wakingTable = void 0;
exports.decide = decide;
function decide(rows, situation) {
    return rows.find(({ holds }) => holds(situation)).step;
}
exports.wakingTable = [
    {
        when: 'another copy of it is at work in this process',
        holds: ({ isAtWork }) => isAtWork,
        step: 'stepAside',
        why: 'Older versions of n8n start a second copy beside the first when a timer goes off.',
    },
    {
        when: 'the execution was awake',
        holds: ({ hasSlept }) => !hasSlept,
        step: 'look',
        why: 'A first visit, a retry, or the next round of a loop.',
    },
    {
        when: 'n8n does not listen yet',
        holds: ({ startup }) => startup === 'down',
        step: 'sleepUntilUp',
        why: 'n8n takes for crashed what runs later in its start, and its parts are not ready.',
    },
    {
        when: 'n8n listens, and is still starting',
        holds: ({ startup }) => startup === 'starting',
        step: 'holdUntilUp',
        why: 'n8n may mark it as crashed just now. What is stored after that undoes the mark; what is stored before is overwritten by it.',
    },
    {
        when: 'it has fallen asleep once more since',
        holds: ({ isOlder }) => isOlder,
        step: 'sleepOn',
        why: 'n8n started this copy from an old state.',
    },
    {
        when: 'n8n may have queued it once more, and someone can call it',
        holds: ({ isDoubtful, canBeCalled }) => isDoubtful && canBeCalled,
        step: 'sleepAndBeCalled',
        why: 'The other copy would do everything again.',
    },
    {
        when: 'n8n may have queued it once more, and nobody can call it',
        holds: ({ isDoubtful }) => isDoubtful,
        step: 'lookAndStayAwake',
        why: 'As long as it runs, n8n starts no other copy.',
    },
    {
        when: 'otherwise',
        holds: () => true,
        step: 'look',
        why: 'This is the only copy.',
    },
];
exports.lookedTable = [
    {
        when: 'all tasks have ended',
        holds: ({ isAllEnded }) => isAllEnded,
        step: 'finish',
        why: 'There is nothing to wait for.',
    },
    {
        when: 'the user wants it to stay, or it cannot sleep',
        holds: ({ shallStay, cannotSleep }) => shallStay || cannotSleep,
        step: 'stay',
        why: 'It waits in the execution, and says why if the user did not ask for it.',
    },
    {
        when: 'items leave as they come, and some have ended',
        holds: ({ areSomeLeaving }) => areSomeLeaving,
        step: 'leave',
        why: 'The node runs once more for the rest.',
    },
    {
        when: 'n8n may have read it while it was awake',
        holds: ({ mayBeReadAwake }) => mayBeReadAwake,
        step: 'stay',
        why: 'n8n would start it again from the state before, once it sleeps.',
    },
    {
        when: 'otherwise',
        holds: () => true,
        step: 'sleep',
        why: 'The watcher, the service’s call or the timer wakes it.',
    },
];
