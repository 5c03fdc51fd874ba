"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.leftOutField = void 0;
exports.taskJson = taskJson;
exports.keepApart = keepApart;
const resultUrl_1 = require("./resultUrl");
function taskJson(taskId, told) {
    const { error, ...task } = (told ?? {});
    const videoUrl = told && (0, resultUrl_1.resultUrl)(told);
    return {
        ...task,
        ...(error !== undefined && { taskError: error }),
        id: taskId,
        ...(videoUrl !== undefined && { videoUrl }),
    };
}
function keepApart(task, own, prefix = 'task') {
    const moved = Object.entries(task).map(([name, value]) => [
        Object.hasOwn(own, name) ? `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
        value,
    ]);
    return { ...Object.fromEntries(moved), ...own };
}
exports.leftOutField = 'leftOut';
