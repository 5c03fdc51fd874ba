import { createAndWait, operations, type Task } from 'video-generation-openapi';

export const task: Task = { status: 'pending' };
export const used = [operations.getTask.method, createAndWait];
