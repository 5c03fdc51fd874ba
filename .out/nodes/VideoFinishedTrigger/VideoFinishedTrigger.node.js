"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.VideoFinishedTrigger = void 0;
const n8n_workflow_1 = require("n8n-workflow");
const nothingToRegister_1 = require("../n8n/nothingToRegister");
const credentialName_1 = require("../service/credentialName");
const fields_1 = require("./fields");
const running = () => require('./answerCallback');
class VideoFinishedTrigger {
    description = {
        displayName: 'Video Finished Trigger',
        name: 'videoFinishedTrigger',
        icon: { light: 'file:../icons/finished.svg', dark: 'file:../icons/finished.dark.svg' },
        group: ['trigger'],
        version: [1],
        defaultVersion: 1,
        subtitle: '={{ $parameter["statuses"].join(" or ") }}',
        description: 'Starts the workflow when a VideoGen video is ready, or has failed',
        defaults: { name: 'Video Finished Trigger' },
        inputs: [],
        outputs: [n8n_workflow_1.NodeConnectionTypes.Main],
        credentials: [{ name: credentialName_1.credentialName, required: true }],
        webhooks: [
            {
                name: 'default',
                httpMethod: 'POST',
                responseMode: fields_1.responseMode,
                responseData: 'noData',
                path: 'video-finished',
            },
            ...['GET', 'HEAD'].map((httpMethod) => ({
                ...{ name: 'setup', httpMethod, path: 'video-finished', ndvHideUrl: true },
                ...{ responseMode: 'onReceived', responseData: 'noData' },
            })),
        ],
        eventTriggerDescription: 'Waiting for a call from the service. Create a video with the test URL above as its callback URL.',
        activationMessage: 'Now create videos with the production URL of this node as their callback URL.',
        properties: fields_1.triggerFields,
    };
    webhookMethods = nothingToRegister_1.nothingToRegister;
    async webhook() {
        return await running().answerCallback(this);
    }
}
exports.VideoFinishedTrigger = VideoFinishedTrigger;
