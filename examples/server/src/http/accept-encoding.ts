/** Whether an `Accept-Encoding` header takes an encoding: named, and not with `q=0`. */
export function acceptsEncoding(header: string | null, encoding: 'br' | 'gzip'): boolean {
  return (header ?? '').split(',').some((offer) => {
    const [name, ...parameters] = offer
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
