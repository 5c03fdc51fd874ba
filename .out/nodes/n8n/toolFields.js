"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.toolDescription = toolDescription;
exports.filledByModel = filledByModel;
const asTool = { '@tool': [true] };
const editorMark = '/*n8n-auto-generated-fromAI-override*/';
function toolDescription(text, show = {}) {
    return {
        displayName: 'Description',
        name: 'toolDescription',
        type: 'string',
        typeOptions: { rows: 4 },
        required: true,
        default: text,
        displayOptions: { show: { ...asTool, ...show } },
        description: 'What the model reads when it decides whether to use this tool',
    };
}
function filledByModel(field, instruction) {
    const key = field.displayName.replaceAll(' ', '_');
    const { show, hide } = field.displayOptions ?? {};
    const value = `={{ ${editorMark} $fromAI('${key}', \`${instruction}\`, 'string') }}`;
    return [
        { ...field, displayOptions: { ...(show && { show }), hide: { ...hide, ...asTool } } },
        { ...field, default: value, displayOptions: { show: { ...show, ...asTool } } },
    ];
}
