"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.askState = askState;
const states = {
    waiting: 'asleep',
    'form-waiting': 'asleep',
    new: 'awake',
    running: 'awake',
    success: 'over',
    error: 'over',
    crashed: 'over',
    canceled: 'over',
    null: 'over',
};
const unstored = /Cannot read properties of undefined/;
async function askState({ get }, { statusUrl }) {
    try {
        const { httpStatus, text } = await get(statusUrl);
        if (httpStatus === 500 && unstored.test(text))
            return 'unstored';
        const word = httpStatus === 200 ? JSON.parse(text) : undefined;
        return states[String(word)] ?? 'unknown';
    }
    catch {
        return 'unknown';
    }
}
