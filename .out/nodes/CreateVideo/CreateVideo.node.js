"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.CreateVideo = void 0;
const n8n_workflow_1 = require("n8n-workflow");
const nothingToRegister_1 = require("../n8n/nothingToRegister");
const waiting_1 = require("../results/fields/waiting");
const showFor_1 = require("../parameters/showFor");
const description_1 = require("../callback/description");
const imageToVideo_1 = require("./fields/imageToVideo");
const mode_1 = require("./fields/mode");
const operation_1 = require("./fields/operation");
const options_1 = require("./fields/options");
const referenceToVideo_1 = require("./fields/referenceToVideo");
const shape_1 = require("./fields/shape");
const running = () => require('./run');
class CreateVideo {
    description = {
        displayName: 'Create Video',
        name: 'createVideo',
        icon: { light: 'file:../icons/videogen.svg', dark: 'file:../icons/videogen.dark.svg' },
        group: ['transform'],
        version: [1],
        defaultVersion: 1,
        subtitle: '={{ ({ textToVideo: "text to video", imageToVideo: "image to video", referenceToVideo: "reference to video" }[$parameter.mode] ?? "video") + ($parameter.operation === "createAndWait" ? " and wait" : ": " + ($parameter.model === "other" ? $parameter.modelId : $parameter.model)) }}',
        description: 'Make a video from text, pictures or references with the VideoGen service',
        defaults: { name: 'Create Video' },
        usableAsTool: true,
        builderHint: {
            searchHint: 'Makes a video from text, images or references. One node is enough: the operation createAndWait comes out with videoUrl when the video is finished. Every run costs money, so never put it into a retry loop.',
            relatedNodes: [
                {
                    nodeType: 'n8n-nodes-videogen.waitForVideo',
                    relationHint: 'Only behind the operation create: waits for the task by its id',
                },
                {
                    nodeType: 'n8n-nodes-videogen.videoFinishedTrigger',
                    relationHint: 'Starts another workflow when the video is ready, by options.callbackUrl',
                },
            ],
        },
        inputs: [n8n_workflow_1.NodeConnectionTypes.Main],
        outputs: [n8n_workflow_1.NodeConnectionTypes.Main],
        credentials: [{ name: 'videoGenApi', required: true, testedBy: 'testVideoGenApi' }],
        webhooks: [description_1.doorbell],
        waitingNodeTooltip: description_1.sleepTooltip,
        properties: [
            ...operation_1.toolFields,
            operation_1.operationField,
            ...mode_1.modeFields,
            ...mode_1.promptFields,
            ...imageToVideo_1.imageToVideoFields,
            ...referenceToVideo_1.referenceToVideoFields,
            ...shape_1.shapeFields,
            ...(0, showFor_1.showFor)('createAndWait', waiting_1.downloadFields),
            options_1.optionsField,
        ],
    };
    methods = {
        credentialTest: {
            async testVideoGenApi(credential) {
                return await running().testVideoGenApi.call(this, credential);
            },
        },
    };
    webhookMethods = nothingToRegister_1.nothingToRegister;
    async execute() {
        return await running().run(this);
    }
    async webhook() {
        return await running().answerDoorbell(this);
    }
}
exports.CreateVideo = CreateVideo;
