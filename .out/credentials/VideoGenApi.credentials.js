"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.VideoGenApi = void 0;
const apiKey_1 = require("../nodes/service/apiKey");
const loopback = ['localhost', '127.', '[::1]'].map((host) => ({
    _cnd: { startsWith: `http://${host}` },
}));
class VideoGenApi {
    name = 'videoGenApi';
    displayName = 'VideoGen API';
    icon = {
        light: 'file:../nodes/icons/videogen.svg',
        dark: 'file:../nodes/icons/videogen.dark.svg',
    };
    documentationUrl = 'https://videogen-for-n8n.example/credentials';
    properties = [
        {
            displayName: 'Base URL',
            name: 'baseUrl',
            type: 'string',
            default: '',
            required: true,
            placeholder: 'e.g. https://api.example.com',
            description: 'Address of the service, for example http://127.0.0.1:8787 for the local sandbox. It may end with a version, such as /v1.',
        },
        {
            displayName: 'This address is not encrypted, so others on the network can read your API key. Use https unless you trust the whole way to the service.',
            name: 'encryptionNotice',
            type: 'notice',
            default: '',
            displayOptions: {
                show: { baseUrl: [{ _cnd: { startsWith: 'http://' } }] },
                hide: { baseUrl: loopback },
            },
        },
        {
            displayName: 'API Key',
            name: 'apiKey',
            type: 'string',
            typeOptions: { password: true },
            default: '',
            required: true,
            description: 'You create it in the key management area of the service’s dashboard',
        },
    ];
    async authenticate({ apiKey }, request) {
        return { ...request, headers: { ...request.headers, ...(0, apiKey_1.bearerHeader)(apiKey) } };
    }
}
exports.VideoGenApi = VideoGenApi;
