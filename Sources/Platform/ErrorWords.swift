/// What the system says of an error: "No such file or directory".
package func errorWords(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
