"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.answerDoorbell = void 0;
exports.run = run;
exports.wait = wait;
const failEveryItem_1 = require("../errors/failEveryItem");
const readOperation_1 = require("../parameters/readOperation");
const arise_1 = require("../sleep/arise");
const storedWait_1 = require("../sleep/storedWait");
const fields_1 = require("./fields");
const getStatus_1 = require("./getStatus");
const readParameters_1 = require("../results/readParameters");
const waitForVideos_1 = require("../results/waitForVideos");
const readItems_1 = require("./readItems");
var wakeOrLook_1 = require("../callback/wakeOrLook");
Object.defineProperty(exports, "answerDoorbell", { enumerable: true, get: function () { return wakeOrLook_1.answerDoorbell; } });
async function run(context) {
    return await (0, failEveryItem_1.failEveryItem)(context, 'unknown', async () => {
        if (await (0, arise_1.arise)(context))
            return [[]];
        const operation = (0, readOperation_1.readOperation)(context, fields_1.operations);
        return [await (operation === 'getStatus' ? getStatus_1.getStatus : wait)(context)];
    }, storedWait_1.tellOtherWaits);
}
async function wait(context) {
    const items = (0, waitForVideos_1.findItems)(context) ?? (await (0, readItems_1.readItems)(context));
    const wishes = await (0, readParameters_1.readSettings)(context, items);
    (0, readItems_1.stopOnBadItems)(context, items);
    const delivery = await (0, waitForVideos_1.waitForVideos)(context, items, wishes, { isReadOnce: true });
    return await delivery.output();
}
