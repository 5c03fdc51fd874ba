"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sleepTooltip = exports.doorbell = void 0;
const resumeUrl_1 = require("../links/resumeUrl");
exports.doorbell = {
    name: 'default',
    httpMethod: 'POST',
    responseMode: 'onReceived',
    path: resumeUrl_1.resumePath,
    isFullPath: true,
    restartWebhook: true,
};
exports.sleepTooltip = 'The video is being made. This execution sleeps until it is ready and then goes on by itself. You can close this page meanwhile.';
