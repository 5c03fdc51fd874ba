import { n8nUrl, type N8nProcess } from './N8nProcess.ts';
import type { HttpAnswer, HttpRequest } from './Service.ts';
import type { World } from './World.ts';

type Arrived = Exclude<HttpAnswer, string>;

/** Carries requests between the processes of n8n and the service. */
export class Network {
  /** n8n does not reach its own address. */
  isCut = false;
  /** When a request was sent last, by the world's time. */
  lastSentAtMs = 0;
  private readonly openCalls = new Set<() => void>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  async send(sender: N8nProcess, request: HttpRequest, timeoutMs: number): Promise<Arrived> {
    const { world } = this;
    const sentAtMs = (this.lastSentAtMs = world.time.nowMs);
    if (request.method === 'GET') world.noteLook(sender, request.url.split('/').at(-1)!);
    return await new Promise<Arrived>((resolve) => {
      let isOver = false;
      const arrive = (answer: Arrived) => {
        if (isOver) return;
        isOver = true;
        timeout.isOff = true;
        resolve(answer);
      };
      const timeout = world.time.after(
        timeoutMs,
        () => arrive({ breakWith: 'ECONNABORTED' }),
        sender,
      );
      const back = (answer: HttpAnswer) => {
        if (answer === 'silence') return;
        world.time.after(this.wayMs(request), () => arrive(answer), sender);
      };
      world.time.after(this.wayMs(request), () => {
        // What a killed process has sent may be on its way, or not.
        if (sender.isDead && world.dice.isTrue(0.5)) return;
        if (request.url.startsWith(n8nUrl))
          this.callN8n(request, back, { sentAtMs, isCut: this.isCut });
        else back(this.world.service.answer(request));
      });
    });
  }

  private wayMs({ url }: HttpRequest): number {
    const { plan, dice } = this.world;
    return url.startsWith(n8nUrl)
      ? dice.between(0.5, 8)
      : (plan.lookLatencyMs / 2) * dice.between(0.6, 1.8);
  }

  /**
   * Someone calls n8n, from inside or outside.
   *
   * @param options - sentAtMs: where the nodes themselves call, when they sent it
   */
  callN8n(
    request: HttpRequest,
    back: (answer: HttpAnswer) => void,
    { sentAtMs, isCut = false }: { sentAtMs?: number; isCut?: boolean } = {},
  ): void {
    const { main } = this.world;
    if (isCut || main === undefined || main.isDead || !main.isListening)
      return back({ breakWith: 'ECONNREFUSED', syscall: 'connect' });
    const breakOff = () => back({ breakWith: 'ECONNRESET', syscall: 'read' });
    this.openCalls.add(breakOff);
    const answer = (said: HttpAnswer) => {
      if (this.openCalls.delete(breakOff)) back(said);
    };
    main
      .act(() => main.answer(request, sentAtMs))
      .then(answer, (error: Error) => {
        this.world.fail(`n8n's part of the simulator broke: ${error.stack}`);
      });
  }

  /** The process that takes calls has ended. */
  breakOff(): void {
    const calls = [...this.openCalls];
    this.openCalls.clear();
    for (const breakOff of calls) breakOff();
  }
}
