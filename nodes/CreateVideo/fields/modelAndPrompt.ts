import type { INodeProperties } from 'n8n-workflow';
import { modelFamily, modes, requestField, requestFieldExamples } from '../../generated/contract';
import { filledByModel } from '../../parameters/formFields';
import { choiceOf, readText, type Read } from '../../parameters/readValue';
import { modeChoices, take, type FormRow, type Mode, type RequestPart } from './FormRow';

/** The choice for a model whose ID is typed in. */
export const otherModel = 'other';

const modeTexts: Record<Mode, { name: string; description: string; action: string }> = {
  textToVideo: {
    name: 'Text to Video',
    description: 'You describe the video in words',
    action: 'Create video from text',
  },
  imageToVideo: {
    name: 'Image to Video',
    description: 'Your picture starts to move. Add a second one to choose how the video ends.',
    action: 'Create video from image',
  },
  referenceToVideo: {
    name: 'Reference to Video',
    description: 'The video uses pictures, videos or sounds that you give it',
    action: 'Create video from references',
  },
};

const modeField: INodeProperties = {
  displayName: 'Mode',
  name: 'mode',
  type: 'options',
  allowArbitraryValues: true,
  options: modeChoices.map((value) => ({ value, ...modeTexts[value] })),
  default: 'textToVideo',
  description:
    'What your video starts from. To mix rows in one table, use an expression that gives one of these names, such as Image to Video.',
};

/** Reads a mode, which an expression may also give by its name in the form. */
export function readMode(value: unknown): Read<Mode> {
  const names = modeChoices.map((mode) => modeTexts[mode].name);
  const named = modeTexts[String(value).trim() as Mode] ?? { name: value };
  const read = choiceOf(names)(named.name, 'Mode');
  return read.problem === undefined ? { value: modeChoices[names.indexOf(read.value)]! } : read;
}

const readChoice = choiceOf(['standard', 'fast', otherModel]);

function readModel({ field, modelFamily }: FormRow, mode: Mode): Read<string> {
  const choice = readChoice(field('model'), 'Model');
  if (choice.problem !== undefined) return choice;
  if (choice.value !== otherModel)
    return { value: modelFamily + modes[mode].suffixes[choice.value] };
  const id = readText(field('modelId'), 'Model ID', 'Copy it as the service writes it.');
  const owner = modeChoices.find((other) =>
    Object.values(modes[other].suffixes).some((suffix) => id.value === modelFamily + suffix),
  );
  if (owner === undefined || owner === mode) return id;
  return {
    problem: `Model ID is "${id.value}", which belongs to another Mode. Choose that mode instead.`,
  };
}

export const modelPart: RequestPart = {
  fields: [
    modeField,
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
      // Not required, because n8n would demand it whenever Model is an expression.
      default: '',
      placeholder: `e.g. ${modelFamily}${modes.textToVideo.suffixes.standard}`,
      displayOptions: { show: { model: [otherModel] } },
      description: 'Copy it exactly as the service writes it',
    },
  ],
  read: (row, mode) => ({ [requestField.model]: mode && take(row, readModel(row, mode)) }),
};

export const promptPart: RequestPart = {
  fields: filledByModel(
    {
      displayName: 'Prompt',
      name: 'prompt',
      type: 'string',
      typeOptions: { rows: 4 },
      required: true,
      default: '',
      placeholder: `e.g. ${requestFieldExamples.prompt[0]}`,
      description:
        'Describe what the video should show, in your own words. If you use references, say what each one is for, such as "the dancer of video 1 moves to audio 1".',
    },
    'What the video should show, in one or two sentences',
  ),
  read(row) {
    const read = readText(row.field('prompt'), 'Prompt', 'Describe what the video should show.');
    return { [requestField.prompt]: take(row, read) };
  },
};
