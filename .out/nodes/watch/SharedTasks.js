"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SharedTasks = void 0;
class SharedTasks {
    tasks = new Map();
    find(taskId) {
        return this.tasks.get(taskId);
    }
    join(taskId, sleeper) {
        const task = this.tasks.get(taskId) ?? {
            taskId,
            sleepers: new Set(),
            askedForCallAtMs: -Infinity,
            looksLeft: 0,
        };
        task.sleepers.add(sleeper);
        this.tasks.set(taskId, task);
    }
    leave(taskId, sleeper) {
        const task = this.tasks.get(taskId);
        task?.sleepers.delete(sleeper);
        if (task !== undefined)
            this.tidy(task);
    }
    tidy(task) {
        if (task.sleepers.size === 0 && task.look === undefined)
            this.tasks.delete(task.taskId);
    }
}
exports.SharedTasks = SharedTasks;
