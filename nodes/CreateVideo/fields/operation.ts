import type { INodeProperties } from 'n8n-workflow';
import { modes, requestFieldExamples } from '../../generated/contract';
import { filledByModel, toolDescription } from '../../parameters/formFields';
import { modeChoices, modeNames, otherModel, type Mode } from '../order/FormRow';

export const operationField: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Create and Wait',
      value: 'createAndWait',
      description: 'Go on when the video is finished; the execution sleeps meanwhile',
      action: 'Create video and wait until it is ready',
    },
    {
      name: 'Create',
      value: 'create',
      description: 'Start the video and go on at once, with the ID of its task',
      action: 'Create video without waiting',
    },
  ],
  default: 'createAndWait',
};

const cost =
  'Every call costs money, so call it once per video, and only for a video that the person asked for.';

const onFailure =
  'If the answer says that nothing was charged, fix the problem it names and call again. If it says that the video was or may have been charged, do not call again: tell the person.';

export const toolFields: INodeProperties[] = [
  toolDescription(
    'create',
    `Starts making one video, and answers at once with the id of its task. ${cost} The video is not ready yet: pass the id to Wait for Video next. ${onFailure}`,
  ),
  toolDescription(
    'createAndWait',
    `Makes one video, which takes minutes, and answers with its address in videoUrl when it is ready. ${cost} ${onFailure}`,
  ),
];

const modeTexts: Record<Mode, { description: string; action: string }> = {
  textToVideo: { description: 'You describe the video in words', action: 'Create video from text' },
  imageToVideo: {
    description: 'Your picture starts to move. Add a second one to choose how the video ends.',
    action: 'Create video from image',
  },
  referenceToVideo: {
    description: 'The video uses pictures, videos or sounds that you give it',
    action: 'Create video from references',
  },
};

export const modeFields: INodeProperties[] = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    allowArbitraryValues: true,
    options: modeChoices.map((value) => ({ value, name: modeNames[value], ...modeTexts[value] })),
    default: 'textToVideo',
    description:
      'What your video starts from. To mix rows in one table, use an expression that gives one of these names, such as Image to Video.',
  },
  {
    displayName: 'Model',
    name: 'model',
    type: 'options',
    options: [
      { name: 'Standard', value: 'standard' },
      { name: 'Fast', value: 'fast' },
      {
        name: 'Other…',
        value: otherModel,
        description: 'A model that isn’t on this list yet, by its ID',
      },
    ],
    default: 'standard',
    description: 'Which of the service’s models makes the video',
  },
  {
    displayName: 'Model ID',
    name: 'modelId',
    type: 'string',
    // Not required: n8n would demand it wherever Model is an expression. The node checks it itself.
    default: '',
    placeholder: `e.g. ${modes.textToVideo.models.standard}`,
    displayOptions: { show: { model: [otherModel] } },
    description: 'Copy it exactly as the service writes it',
  },
];

const prompt: INodeProperties = {
  displayName: 'Prompt',
  name: 'prompt',
  type: 'string',
  typeOptions: { rows: 4 },
  required: true,
  default: '',
  placeholder: `e.g. ${requestFieldExamples.prompt[0]}`,
  description:
    'Describe what the video should show, in your own words. If you use references, say what each one is for, such as "the dancer of video 1 moves to audio 1".',
};

export const promptFields = filledByModel(
  prompt,
  'What the video should show, in one or two sentences',
);
