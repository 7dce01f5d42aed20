/** An error that says which status answers it. */
export class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The answer to what is wrong with a request. Nothing is thrown for it: an error would collect its stack first. */
export function failure(response, status, message) {
  response.statusCode = status;
  return { code: status, message };
}

export const notFound = ({ response }) => failure(response, 404, 'not found');
