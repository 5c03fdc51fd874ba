"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.tellModel = tellModel;
function tellModel(failure) {
    const { message, description } = failure;
    const said = [message, description].filter(Boolean).map(endSentence);
    return [...said, nextStep(failure)].join(' ');
}
const endSentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);
function nextStep({ paid, taskId, reason }) {
    if (reason === 'tooManyVideos')
        return 'Don’t call this tool again: tell the person.';
    if (paid === 'no' || reason === 'invalidInput')
        return 'You may call this tool again once that is put right. If you can’t put it right, tell the person.';
    if (taskId === undefined)
        return 'Don’t call this tool again for this video, because it might be charged twice: tell the person.';
    if (reason === 'failed')
        return `Don’t make another video unless the person wants to pay for it: tell them, with the task ID ${taskId}.`;
    return `Don’t create this video again: call Wait for Video with the task ID ${taskId}, or tell the person this ID.`;
}
