/** What a server keeps of its connections to one database: opened at the start, or when needed, and then kept. */
export class Pool<Connectable extends { connect(): void; disconnect(): void }> {
  readonly #database: Connectable;
  readonly #size: number;
  #open = 0;
  #idle = 0;
  readonly #watching: number;
  #waiting: (() => void)[] = [];

  /** `watching` are connections beside the pool: a driver's own. */
  constructor(
    database: Connectable,
    { size, watching = 0, lazy = false }: { size: number; watching?: number; lazy?: boolean },
  ) {
    this.#database = database;
    this.#size = size;
    this.#watching = watching;
    this.#connect(watching);
    if (lazy) return;
    this.#connect(size);
    this.#idle = size;
  }

  async use<T>(work: (database: Connectable) => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await work(this.#database);
    } finally {
      this.#release();
    }
  }

  close(): void {
    for (let index = 0; index < this.#open; index++) this.#database.disconnect();
    this.#open = 0;
  }

  #connect(connections: number): void {
    for (let index = 0; index < connections; index++) this.#database.connect();
    this.#open += connections;
  }

  async #acquire(): Promise<void> {
    if (this.#idle > 0) {
      this.#idle--;
      return;
    }
    if (this.#open - this.#watching < this.#size) {
      this.#connect(1);
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#idle++;
  }
}
