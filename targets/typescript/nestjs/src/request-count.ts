import { Injectable } from '@nestjs/common';

/** The number of requests since the start, for every route and none. */
@Injectable()
export class RequestCount {
  #requests = 0;

  add(): void {
    this.#requests++;
  }

  get requests(): number {
    return this.#requests;
  }
}
