"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.findCall = findCall;
exports.takeEarlierCall = takeEarlierCall;
const Pass_1 = require("./Pass");
const passesOfCalls = new WeakMap();
const passesOfAgents = new WeakMap();
const takenByTries = new WeakMap();
function findCall({ call }, fresh) {
    if (call === undefined)
        return fresh;
    const pass = passesOfCalls.get(call) ?? fresh;
    passesOfCalls.set(call, pass);
    return pass;
}
function takeEarlierCall({ agentTry, nodeName }, pass, request) {
    if (agentTry === undefined)
        return undefined;
    const calls = passesOfAgents.get(agentTry.run) ?? [];
    passesOfAgents.set(agentTry.run, calls);
    const taken = takenByTries.get(agentTry.attempt) ?? new Set();
    takenByTries.set(agentTry.attempt, taken);
    if (taken.has(pass))
        return pass.rows[0];
    taken.add(pass);
    const isEarlier = (other) => {
        const row = other.pass.rows[0];
        const isAsked = row?.request === request && (0, Pass_1.isEntry)(row.result);
        return isAsked && other.name === nodeName && !taken.has(other.pass);
    };
    const at = calls.findIndex(isEarlier);
    const [earlier] = at < 0 ? [] : calls.splice(at, 1);
    if (earlier !== undefined)
        pass.rows[0] = earlier.pass.rows[0];
    calls.push({ pass, name: nodeName });
    return pass.rows[0];
}
