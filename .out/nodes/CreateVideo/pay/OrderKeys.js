"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.OrderKeys = void 0;
const n8n_workflow_1 = require("n8n-workflow");
const setNewest_1 = require("../../memory/setNewest");
const mostRemembered = 10_000;
const settleMs = 500;
const mostTries = 10;
class OrderKeys {
    world;
    queues = new Map();
    orders = new Map();
    constructor(world) {
        this.world = world;
    }
    async inTurn({ place }, work) {
        const mine = (this.queues.get(place) ?? Promise.resolve()).then(work);
        const end = mine.catch(() => undefined);
        this.queues.set(place, end);
        void end.then(() => this.queues.get(place) === end && this.queues.delete(place));
        return await mine;
    }
    async claim(store, rows, isShared) {
        const keys = [...new Set(rows.map(({ orderKey }) => orderKey))];
        const free = await this.inTurn(store, async () => isShared ? await this.claimShared(store, keys) : await store.record(keys.map(entryOf)));
        const nameOf = (orderKey) => `${store.place} ${orderKey}`;
        const owners = new Map();
        const before = new Map();
        for (const { itemIndex, orderKey } of rows) {
            if (free.delete(entryOf(orderKey))) {
                let tell = () => { };
                const order = new Promise((resolve) => (tell = resolve));
                owners.set(itemIndex, { orderKey, tell });
                (0, setNewest_1.setNewest)(this.orders, nameOf(orderKey), order, mostRemembered);
                continue;
            }
            const known = this.orders.get(nameOf(orderKey));
            before.set(itemIndex, known ?? Promise.resolve({ isTaken: true }));
        }
        const untaken = new Map(owners);
        return {
            before,
            settle(itemIndex, placed) {
                owners.get(itemIndex)?.tell(placed);
                if (placed.isTaken)
                    untaken.delete(itemIndex);
            },
            close: async () => {
                const freed = [...untaken.values()];
                for (const { orderKey } of freed)
                    this.orders.delete(nameOf(orderKey));
                await this.inTurn(store, () => store.remove(freed.map(({ orderKey }) => entryOf(orderKey))))
                    .catch(() => undefined)
                    .finally(() => freed.forEach(({ tell }) => tell({ isTaken: false })));
            },
        };
    }
    async claimShared(store, keys) {
        const token = `claim ${this.world.random()}`;
        const fresh = await store.record([token, ...keys.map(entryOf)]);
        fresh.delete(token);
        for (let tries = 0; fresh.size > 0; tries++) {
            if (tries === mostTries) {
                await store.remove([...fresh]);
                throw new n8n_workflow_1.UserError('n8n’s database is too busy to remember these orders');
            }
            await this.world.sleep(settleMs);
            const again = await store.record([token, ...fresh]);
            if (!again.has(token))
                return fresh;
            for (const entry of fresh)
                if (!again.has(entry))
                    fresh.delete(entry);
        }
        return fresh;
    }
}
exports.OrderKeys = OrderKeys;
const entryOf = (orderKey) => `order ${orderKey}`;
