"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.finalTaskStatuses = exports.taskStatus = exports.taskField = exports.requestFieldExamples = exports.requestField = exports.modes = exports.operations = void 0;
exports.operations = {
    createVideo: {
        method: 'POST',
        path: '/v1/videos/generations',
    },
    getTask: {
        method: 'GET',
        path: '/v1/tasks/{task_id}',
    },
};
exports.modes = {
    textToVideo: {
        schema: 'TextToVideoRequest',
        models: {
            standard: 'videogen-2.0-text-to-video',
            fast: 'videogen-2.0-fast-text-to-video',
        },
        fields: ['model', 'prompt', 'duration', 'quality', 'aspect_ratio', 'callback_url'],
        required: ['model', 'prompt'],
        limits: {},
    },
    imageToVideo: {
        schema: 'ImageToVideoRequest',
        models: {
            standard: 'videogen-2.0-image-to-video',
            fast: 'videogen-2.0-fast-image-to-video',
        },
        fields: [
            'model',
            'prompt',
            'duration',
            'quality',
            'aspect_ratio',
            'callback_url',
            'image_urls',
        ],
        required: ['model', 'prompt', 'image_urls'],
        limits: {
            image_urls: {
                minItems: 1,
                maxItems: 2,
            },
        },
    },
    referenceToVideo: {
        schema: 'ReferenceToVideoRequest',
        models: {
            standard: 'videogen-2.0-reference-to-video',
            fast: 'videogen-2.0-fast-reference-to-video',
        },
        fields: [
            'model',
            'prompt',
            'duration',
            'quality',
            'aspect_ratio',
            'callback_url',
            'image_urls',
            'video_urls',
            'audio_urls',
        ],
        required: ['model', 'prompt'],
        limits: {},
    },
};
exports.requestField = {
    model: 'model',
    prompt: 'prompt',
    duration: 'duration',
    quality: 'quality',
    aspectRatio: 'aspect_ratio',
    callbackUrl: 'callback_url',
    imageUrls: 'image_urls',
    videoUrls: 'video_urls',
    audioUrls: 'audio_urls',
};
exports.requestFieldExamples = {
    prompt: ['A paper boat drifts down a rain-filled street at dusk'],
    duration: [5, 6, 10],
    quality: ['720p'],
    aspectRatio: ['16:9', 'adaptive'],
    callbackUrl: ['https://hooks.example.com/videogen'],
};
exports.taskField = {
    id: 'id',
    status: 'status',
    progress: 'progress',
    results: 'results',
};
exports.taskStatus = {
    pending: 'pending',
    completed: 'completed',
    failed: 'failed',
};
exports.finalTaskStatuses = ['completed', 'failed'];
