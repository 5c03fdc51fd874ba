"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.WaitForVideo = void 0;
const n8n_workflow_1 = require("n8n-workflow");
const nothingToRegister_1 = require("../n8n/nothingToRegister");
const waiting_1 = require("../results/fields/waiting");
const showFor_1 = require("../parameters/showFor");
const credentialName_1 = require("../service/credentialName");
const description_1 = require("../callback/description");
const fields_1 = require("./fields");
const running = () => require('./run');
class WaitForVideo {
    description = {
        displayName: 'Wait for Video',
        name: 'waitForVideo',
        icon: { light: 'file:../icons/wait.svg', dark: 'file:../icons/wait.dark.svg' },
        group: ['transform'],
        version: [1],
        defaultVersion: 1,
        subtitle: '={{ $parameter.operation === "getStatus" ? "get status" : "wait" + ($parameter.download ? " and download" : "") }}',
        description: 'Wait until a VideoGen video is ready and get it, or see its status now',
        defaults: { name: 'Wait for Video' },
        usableAsTool: true,
        builderHint: {
            searchHint: 'Waits for a video task by its id, or looks at its status. Not needed behind Create Video with the operation createAndWait.',
            relatedNodes: [
                { nodeType: 'n8n-nodes-videogen.createVideo', relationHint: 'Makes the task to wait for' },
            ],
        },
        inputs: [n8n_workflow_1.NodeConnectionTypes.Main],
        outputs: [n8n_workflow_1.NodeConnectionTypes.Main],
        credentials: [{ name: credentialName_1.credentialName, required: true }],
        webhooks: [description_1.doorbell],
        waitingNodeTooltip: description_1.sleepTooltip,
        properties: [
            ...fields_1.toolFields,
            fields_1.operationField,
            ...fields_1.taskFields,
            ...(0, showFor_1.showFor)('wait', waiting_1.downloadFields),
            fields_1.optionsField,
        ],
    };
    webhookMethods = nothingToRegister_1.nothingToRegister;
    async execute() {
        return await running().run(this);
    }
    async webhook() {
        return await running().answerDoorbell(this);
    }
}
exports.WaitForVideo = WaitForVideo;
