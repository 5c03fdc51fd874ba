"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.callsArrive = exports.expectCalls = void 0;
exports.noteEnd = noteEnd;
const mostMissed = 1;
const expectCalls = () => ({ missedInRow: 0 });
exports.expectCalls = expectCalls;
const callsArrive = ({ missedInRow }) => missedInRow <= mostMissed;
exports.callsArrive = callsArrive;
function noteEnd(calls, taskWait, wasRung) {
    if (taskWait.isCalled !== true)
        return;
    if (wasRung)
        calls.missedInRow = 0;
    else if (taskWait.outcome === 'completed')
        calls.missedInRow += 1;
}
