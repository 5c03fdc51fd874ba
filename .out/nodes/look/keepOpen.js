"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.keepOpen = keepOpen;
const contract_1 = require("../generated/contract");
const taskJson_1 = require("../tasks/taskJson");
const longest = 2_000;
function keepOpen(task) {
    if (JSON.stringify(task).length <= longest)
        return task;
    const { [taskJson_1.leftOutField]: before, ...told } = task;
    const kept = [[contract_1.taskField.status, task.status]];
    const leftOut = Array.isArray(before) ? [...before] : [];
    let left = longest / 2;
    for (const [name, value] of Object.entries(told)) {
        if (name === contract_1.taskField.status)
            continue;
        const length = name.length + JSON.stringify(value ?? null).length;
        if (length <= left) {
            kept.push([name, value]);
            left -= length;
        }
        else if (name.length <= left) {
            leftOut.push(name);
            left -= name.length;
        }
    }
    return Object.fromEntries([...kept, [taskJson_1.leftOutField, leftOut]]);
}
