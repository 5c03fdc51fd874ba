"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.askTask = askTask;
const readTaskAnswer_1 = require("./readTaskAnswer");
async function askTask(service, taskId, options) {
    return (0, readTaskAnswer_1.readTaskAnswer)(await service.getTask(taskId, options), taskId);
}
