/** A priority queue as a binary heap: the open set of the A* search, least estimate first. */

export class PriorityQueue<T extends { estimate: number }> {
  #items: T[] = [];

  push(item: T): void {
    const items = this.#items;
    let index = items.push(item) - 1;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = items[parentIndex];
      if (parent === undefined || parent.estimate <= item.estimate) break;
      items[index] = parent;
      index = parentIndex;
    }
    items[index] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let index = 0;
    for (;;) {
      let childIndex = 2 * index + 1;
      const right = items[childIndex + 1];
      if (right !== undefined && right.estimate < (items[childIndex]?.estimate ?? 0)) childIndex++;
      const child = items[childIndex];
      if (child === undefined || child.estimate >= last.estimate) break;
      items[index] = child;
      index = childIndex;
    }
    items[index] = last;
    return top;
  }
}
