/** Returns whether an `Accept-Encoding` header accepts an encoding. */
export function acceptsEncoding(header: string | null, encoding: 'br' | 'gzip'): boolean {
  return (header ?? '').split(',').some((offer) => {
    const [name, ...parameters] = offer
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
