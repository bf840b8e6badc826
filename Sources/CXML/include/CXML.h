#ifndef CAMEO_CXML_H
#define CAMEO_CXML_H

// What Cameo needs of libxml2, which reads markup and says what it meets. The library's own headers are not named here: they lie
// in a folder of their own, which nobody who imports this has to know.

/// What is called while markup is read. Names and values are UTF-8, ended by NUL; they live as long as the call.
typedef struct {
    /// `attributes`: a name and a value each, `count` such pairs. Names have their prefix: `epub:type`; elements have none.
    /// Reading stops when it returns 0.
    int (*start)(void *context, const char *name, const char *const *attributes, int count);
    void (*end)(void *context, const char *name);
    /// `count` bytes, not ended by NUL. A piece of a text may come at a time.
    void (*text)(void *context, const char *bytes, int count);
} cameo_markup_handlers;

/// What became of it.
typedef enum {
    cameo_markup_whole,
    /// It is no XML; what was said up to there does not count.
    cameo_markup_broken,
    /// A handler wanted no more, or there is a tag that is longer than any should be.
    cameo_markup_stopped,
} cameo_markup_result;

/// Reads XML that has to be well-formed. Nothing that it refers to is loaded, and no entity that it declares is expanded: only the
/// five of XML, and what the names of HTML stand for. `forgiving`: goes on behind what breaks the rules, and is never
/// broken. `line`: where it is broken. From any thread.
cameo_markup_result cameo_markup_read_xml(
    const char *bytes, int count, const cameo_markup_handlers *handlers, void *context, int forgiving, int *line);

/// Reads HTML, whatever it is. `encoding`: a name such as `utf-8`, which is used when the library knows it.
/// `tag_limit`: bytes that a tag may have. From any thread.
cameo_markup_result cameo_markup_read_html(
    const char *bytes, int count, const char *encoding, int tag_limit, const cameo_markup_handlers *handlers,
    void *context);

/// What a name of HTML stands for, as `eacute`: a scalar, or 0.
unsigned cameo_markup_entity(const char *name);

#endif
