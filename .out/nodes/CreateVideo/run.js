"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.answerDoorbell = exports.testVideoGenApi = void 0;
exports.run = run;
const failEveryItem_1 = require("../errors/failEveryItem");
const readOperation_1 = require("../parameters/readOperation");
const arise_1 = require("../sleep/arise");
const storedWait_1 = require("../sleep/storedWait");
const create_1 = require("./create");
const createAndWait_1 = require("./createAndWait");
const operation_1 = require("./fields/operation");
var testCredential_1 = require("../service/testCredential");
Object.defineProperty(exports, "testVideoGenApi", { enumerable: true, get: function () { return testCredential_1.testVideoGenApi; } });
var wakeOrLook_1 = require("../callback/wakeOrLook");
Object.defineProperty(exports, "answerDoorbell", { enumerable: true, get: function () { return wakeOrLook_1.answerDoorbell; } });
async function run(context) {
    return await (0, failEveryItem_1.failEveryItem)(context, 'no', async () => {
        if (await (0, arise_1.arise)(context))
            return [[]];
        const operation = (0, readOperation_1.readOperation)(context, operation_1.operations);
        return [await (operation === 'create' ? create_1.create : createAndWait_1.createAndWait)(context)];
    }, storedWait_1.tellOtherWaits);
}
