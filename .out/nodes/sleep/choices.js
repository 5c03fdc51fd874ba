"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sleepFields = void 0;
exports.readSleepChoices = readSleepChoices;
const readValue_1 = require("../parameters/readValue");
const releases = ['together', 'asTheyCome'];
exports.sleepFields = {
    watch: {
        displayName: 'Ask in the Background',
        name: 'watch',
        type: 'boolean',
        default: true,
        description: 'Whether n8n keeps asking the service while the execution sleeps. When off, the execution wakes about once a minute, or when the service calls it.',
    },
    release: {
        displayName: 'Finished Items',
        name: 'release',
        type: 'options',
        options: [
            {
                name: 'All Together',
                value: 'together',
                description: 'Items go on when the last video is ready',
            },
            {
                name: 'As They Come',
                value: 'asTheyCome',
                description: 'Each item goes on as soon as its video is ready, so the nodes after this one run several times. Inside a loop, items still leave together.',
            },
        ],
        default: 'together',
        description: 'When items leave this node',
    },
    stayAwake: {
        displayName: 'Stay in This Execution',
        name: 'stayAwake',
        type: 'boolean',
        default: false,
        description: 'Whether to keep the execution running while it waits, instead of putting it to sleep. A running execution is lost when n8n restarts.',
    },
};
function readSleepChoices(option) {
    const flag = (name) => {
        const { displayName, default: fallback } = exports.sleepFields[name];
        return option(name, displayName, fallback === true, readValue_1.readSwitch);
    };
    const release = 'together';
    return {
        stayAwake: flag('stayAwake'),
        watch: flag('watch'),
        release: option('release', exports.sleepFields.release.displayName, release, (value, label) => (0, readValue_1.readChoice)(value, label, releases)),
    };
}
