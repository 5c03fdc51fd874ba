import { parse, stringify } from 'flatted';
import type { IRunExecutionData, WorkflowExecuteMode } from 'n8n-workflow';
import type { ExecutionPlan } from './Plan.ts';
import type { Owner, VirtualTime } from './VirtualTime.ts';
import type { Dice } from './Dice.ts';

export type Status = 'new' | 'running' | 'waiting' | 'success' | 'error' | 'crashed' | 'canceled';

/** What n8n's database holds of an execution. */
export interface Row {
  readonly id: string;
  /** What can be told of the data without reading all of it. */
  brief: Brief;
  status: Status;
  finished: boolean;
  /** ms since the epoch. */
  waitTillMs: number | undefined;
  mode: WorkflowExecuteMode;
  data: string;
  plan: ExecutionPlan;
  retryOf?: string;
  /** Nothing is stored of it yet but that it exists: n8n stores no data of a manual run beforehand. */
  isBare: boolean;
}

interface Brief {
  resumeToken: string | undefined;
  hasError: boolean;
  lastNodeExecuted: string | undefined;
}

const toBrief = ({ resumeToken, resultData }: IRunExecutionData): Brief => ({
  resumeToken,
  hasError: resultData?.error !== undefined,
  lastNodeExecuted: resultData?.lastNodeExecuted,
});

type Change = Partial<Pick<Row, 'status' | 'finished' | 'waitTillMs'>> & {
  /** Read when the write happens, as n8n does, not when it was asked for. */
  data?: () => IRunExecutionData;
};

export interface Condition {
  status?: Status | readonly Status[];
  notFinished?: true;
  notCanceled?: true;
}

/** Where each read and write takes its time, and is lost with the process that asked for it. */
export class Store {
  readonly rows = new Map<string, Row>();
  latencyMs: number;
  private nextId = 1;
  private readonly time: VirtualTime;
  private readonly dice: Dice;

  constructor(time: VirtualTime, dice: Dice, latencyMs: number) {
    this.time = time;
    this.dice = dice;
    this.latencyMs = latencyMs;
  }

  newId = () => `${this.nextId++}`;

  private async on<T>(owner: Owner, act: () => T): Promise<T> {
    const wayMs = () => this.latencyMs * this.dice.between(0.1, 0.9);
    await this.time.pass(wayMs(), owner);
    const result = act();
    await this.time.pass(wayMs(), owner);
    return result;
  }

  async insert(
    owner: Owner,
    row: Omit<Row, 'id' | 'data' | 'brief' | 'isBare'>,
    data: IRunExecutionData,
  ) {
    return await this.on(owner, () => {
      const id = this.newId();
      const isBare = row.mode === 'manual';
      this.rows.set(id, { ...row, id, isBare, brief: toBrief(data), data: stringify(data) });
      return id;
    });
  }

  /** The row as it is at one moment, with its data unflattened when they are looked at first. */
  async read(owner: Owner, id: string) {
    return await this.on(owner, () => {
      const row = this.rows.get(id);
      if (row === undefined) return undefined;
      let data: IRunExecutionData | undefined;
      return {
        ...row,
        get data() {
          return (data ??= parse(row.data) as IRunExecutionData);
        },
      };
    });
  }

  /**
   * @param onWritten - called at the moment of the write, whatever becomes of who asked for it
   * @returns whether the row met the condition
   */
  async update(
    owner: Owner,
    id: string,
    change: Change,
    condition: Condition = {},
    onWritten?: () => void,
  ): Promise<boolean> {
    return await this.on(owner, () => {
      const isWritten = this.change(id, change, condition);
      if (isWritten) onWritten?.();
      return isWritten;
    });
  }

  private change(id: string, { data, ...columns }: Change, condition: Condition): boolean {
    const row = this.rows.get(id);
    if (row === undefined) return false;
    if (condition.status !== undefined && ![condition.status].flat().includes(row.status))
      return false;
    if (condition.notFinished && row.finished) return false;
    if (condition.notCanceled && row.status === 'canceled') return false;
    Object.assign(row, columns);
    if (data !== undefined) {
      row.data = stringify(data());
      row.brief = toBrief(data());
      row.isBare = false;
    }
    return true;
  }

  async select<T>(owner: Owner, pick: (row: Row) => T | undefined): Promise<T[]> {
    return await this.on(owner, () => [...this.rows.values()].flatMap((row) => pick(row) ?? []));
  }

  /** A query that takes its time and changes nothing. */
  async look(owner: Owner): Promise<void> {
    await this.on(owner, () => undefined);
  }
}
