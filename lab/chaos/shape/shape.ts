import type { Outcome } from '../count.ts';
import type { Place } from '../place/place.ts';

/** What is built in n8n to get videos, and how to read what came of it. */
export interface Shape {
  /** Makes the request of an order. */
  request(order: Order): { path: string; body: object };
  /** Whether an answer says that the order was taken. */
  isTaken(answer: string): boolean;
  /** Whether an order that nobody took may be sent again as the same. */
  knowsOrders: boolean;
  /** Reads what came of the orders so far. */
  read(): Promise<Outcome>;
  /** Tells all that n8n knows of an order, for the one that has to find out what became of it. */
  explain(prompt: string): Promise<string>;
}

export interface Order {
  number: number;
  prompt: string;
}

export type BuildShape = (place: Place) => Promise<Shape>;
