/** Says that the process is being stopped; it still serves until the drain begins. */
export class Leaving {
  #hasBegun = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }
}
