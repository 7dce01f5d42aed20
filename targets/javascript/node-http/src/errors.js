/** An error that says which status answers it. */
export class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const notFound = () => new HttpError(404, 'not found');
