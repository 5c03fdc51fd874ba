import { Configuration, GenerationRequestModelEnum, TasksApi, VideosApi } from './index';

const [basePath, accessToken] = process.argv.slice(2);
const configuration = new Configuration({ basePath, accessToken, fetchApi: fetch });
const generationRequest = {
  model: GenerationRequestModelEnum.TextToVideo,
  prompt: 'A paper boat',
};

export async function createAndRead() {
  const created = await new VideosApi(configuration).createVideo({ generationRequest });
  const task = await new TasksApi(configuration).getTask({ taskId: created.id });
  return `${created.id} ${created.status} ${task.status}`;
}

const model = GenerationRequestModelEnum.TextToVideo;
// @ts-expect-error a request needs a prompt
void (() => new VideosApi().createVideo({ generationRequest: { model } }));

createAndRead().then(console.log);
