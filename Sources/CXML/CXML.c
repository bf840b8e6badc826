#include "CXML.h"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const cameo_markup_handlers *handlers;
    void *context;
    xmlParserCtxtPtr parser;
    int stopped;
    /// Room for the attributes of one element, and for a name with its prefix each.
    const char **pairs;
    int room;
    char *names;
    size_t name_room;
} reading;

static void quiet(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

static void quiet_structured(void *context, xmlErrorPtr error) {
    (void)context;
    (void)error;
}

/// The library would print errors that belong to no document. What it prints with is kept for each thread.
static void prepare(void) {
    xmlInitParser();
    xmlSetGenericErrorFunc(NULL, quiet);
    xmlSetStructuredErrorFunc(NULL, quiet_structured);
}

static void stop(reading *self) {
    self->stopped = 1;
    xmlStopParser(self->parser);
}

static int make_room(reading *self, int pairs, size_t names) {
    if (pairs > self->room) {
        const char **more = realloc(self->pairs, (size_t)pairs * 2 * sizeof *more);
        if (more == NULL) return 0;
        self->pairs = more;
        self->room = pairs;
    }
    if (names > self->name_room) {
        char *more = realloc(self->names, names);
        if (more == NULL) return 0;
        self->names = more;
        self->name_room = names;
    }
    return 1;
}

static void release(reading *self) {
    free(self->pairs);
    free(self->names);
}

static void say_start(reading *self, const char *name, int count) {
    if (self->stopped) return;
    if (!self->handlers->start(self->context, name, self->pairs, count)) stop(self);
}

static void characters(void *context, const xmlChar *bytes, int count) {
    reading *self = context;
    if (!self->stopped) self->handlers->text(self->context, (const char *)bytes, count);
}

// MARK: XML

/// Behind each name its value, both with NUL. An ampersand in a value comes as `&#38;`, since entities are not to be expanded.
static size_t copy_value(char *place, const char *from, const char *end) {
    char *at = place;
    while (from < end) {
        if (end - from >= 5 && memcmp(from, "&#38;", 5) == 0) {
            *at++ = '&';
            from += 5;
        } else {
            *at++ = *from++;
        }
    }
    *at++ = 0;
    return (size_t)(at - place);
}

static void start_xml(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *address, int namespace_count,
    const xmlChar **namespaces, int count, int defaulted, const xmlChar **attributes) {
    (void)prefix;
    (void)address;
    (void)namespace_count;
    (void)namespaces;
    (void)defaulted;
    reading *self = context;
    size_t size = 0;
    for (int i = 0; i < count; i++) {
        const char *const *row = (const char *const *)attributes + (size_t)i * 5;
        size += strlen(row[0]) + (row[1] ? strlen(row[1]) + 1 : 0) + 1 + (size_t)(row[4] - row[3]) + 1;
    }
    if (!make_room(self, count, size)) {
        stop(self);
        return;
    }
    char *at = self->names;
    for (int i = 0; i < count; i++) {
        const char *const *row = (const char *const *)attributes + (size_t)i * 5;
        self->pairs[2 * i] = at;
        if (row[1]) {
            size_t length = strlen(row[1]);
            memcpy(at, row[1], length);
            at[length] = ':';
            at += length + 1;
        }
        size_t length = strlen(row[0]) + 1;
        memcpy(at, row[0], length);
        at += length;
        self->pairs[2 * i + 1] = at;
        at += copy_value(at, row[3], row[4]);
    }
    say_start(self, (const char *)name, count);
}

static void end_xml(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *address) {
    (void)prefix;
    (void)address;
    reading *self = context;
    if (!self->stopped) self->handlers->end(self->context, (const char *)name);
}

static int put_utf8(char *place, unsigned value) {
    if (value < 0x80) {
        place[0] = (char)value;
        return 1;
    }
    if (value < 0x800) {
        place[0] = (char)(0xC0 | value >> 6);
        place[1] = (char)(0x80 | (value & 0x3F));
        return 2;
    }
    place[0] = (char)(0xE0 | value >> 12);
    place[1] = (char)(0x80 | (value >> 6 & 0x3F));
    place[2] = (char)(0x80 | (value & 0x3F));
    return 3;
}

/// As if all entities might be declared elsewhere: one that nobody knows is then no reason to refuse the document. Called again for a
/// document type, since the library forgets it there.
static void allow_entities(void *context) {
    reading *self = context;
    self->parser->hasExternalSubset = 1;
}

static void begin_type(void *context, const xmlChar *name, const xmlChar *id, const xmlChar *address) {
    (void)name;
    (void)id;
    (void)address;
    allow_entities(context);
}

/// An entity that is not one of XML's five: one of HTML's, or nothing. Those in attributes are nothing.
static void reference(void *context, const xmlChar *name) {
    const reading *self = context;
    if (self->parser->instate == XML_PARSER_ATTRIBUTE_VALUE) return;
    const htmlEntityDesc *entity = htmlEntityLookup(name);
    if (entity == NULL || entity->value > 0xFFFF) return;
    char bytes[4];
    characters(context, (const xmlChar *)bytes, put_utf8(bytes, entity->value));
}

static xmlEntityPtr predefined(void *context, const xmlChar *name) {
    (void)context;
    return xmlGetPredefinedEntity(name);
}

cameo_markup_result cameo_markup_read_xml(
    const char *bytes, int count, const cameo_markup_handlers *handlers, void *context, int forgiving, int *line) {
    prepare();
    *line = 0;
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (parser == NULL) return cameo_markup_broken;
    reading self = {handlers, context, parser, 0, NULL, 0, NULL, 0};
    // Without the handlers of declarations none is remembered: what a document declares is never expanded.
    xmlSAXHandler *sax = parser->sax;
    memset(sax, 0, sizeof *sax);
    sax->initialized = XML_SAX2_MAGIC;
    sax->startDocument = allow_entities;
    sax->internalSubset = begin_type;
    sax->startElementNs = start_xml;
    sax->endElementNs = end_xml;
    sax->characters = characters;
    sax->ignorableWhitespace = characters;
    sax->cdataBlock = characters;
    sax->reference = reference;
    sax->getEntity = predefined;
    sax->serror = quiet_structured;
    parser->userData = &self;
    xmlCtxtReadMemory(
        parser, bytes, count, NULL, NULL,
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | (forgiving ? XML_PARSE_RECOVER : 0));
    cameo_markup_result result = self.stopped ? cameo_markup_stopped
                                 : parser->wellFormed || forgiving ? cameo_markup_whole
                                                      : cameo_markup_broken;
    *line = parser->lastError.line;
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
    release(&self);
    return result;
}

// MARK: HTML

static void start_html(void *context, const xmlChar *name, const xmlChar **attributes) {
    reading *self = context;
    int count = 0;
    while (attributes != NULL && attributes[2 * count] != NULL) count++;
    if (!make_room(self, count, 0)) {
        stop(self);
        return;
    }
    for (int i = 0; i < count; i++) {
        self->pairs[2 * i] = (const char *)attributes[2 * i];
        self->pairs[2 * i + 1] = attributes[2 * i + 1] ? (const char *)attributes[2 * i + 1] : "";
    }
    say_start(self, (const char *)name, count);
}

static void end_html(void *context, const xmlChar *name) {
    reading *self = context;
    if (!self->stopped) self->handlers->end(self->context, (const char *)name);
}

cameo_markup_result cameo_markup_read_html(
    const char *bytes, int count, const char *encoding, int tag_limit, const cameo_markup_handlers *handlers,
    void *context) {
    prepare();
    xmlSAXHandler sax;
    memset(&sax, 0, sizeof sax);
    sax.startElement = start_html;
    sax.endElement = end_html;
    sax.characters = characters;
    sax.ignorableWhitespace = characters;
    sax.serror = quiet_structured;
    reading self = {handlers, context, NULL, 0, NULL, 0, NULL, 0};
    htmlParserCtxtPtr parser = htmlCreatePushParserCtxt(&sax, &self, NULL, 0, NULL, XML_CHAR_ENCODING_NONE);
    if (parser == NULL) return cameo_markup_broken;
    self.parser = parser;
    htmlCtxtUseOptions(parser, HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER
                                   | HTML_PARSE_IGNORE_ENC);
    xmlCharEncodingHandlerPtr handler = xmlFindCharEncodingHandler(encoding);
    if (handler == NULL) handler = xmlFindCharEncodingHandler("utf-8");
    if (handler != NULL) xmlSwitchToEncoding(parser, handler);
    // A piece ends with a tag. The library loses the end of one that is cut within a quoted value, and takes all that comes for the value.
    const int step = 4096;
    for (int at = 0, end; at < count && !self.stopped; at = end) {
        end = count - at < step ? count : at + step;
        while (end < count && end - at < step + tag_limit && bytes[end - 1] != '>') end++;
        htmlParseChunk(parser, bytes + at, end - at, 0);
        // The library compares each attribute of a tag with all before it.
        if (parser->instate == XML_PARSER_START_TAG && parser->input != NULL
            && parser->input->end - parser->input->cur > tag_limit)
            stop(&self);
    }
    if (!self.stopped) htmlParseChunk(parser, NULL, 0, 1);
    cameo_markup_result result = self.stopped ? cameo_markup_stopped : cameo_markup_whole;
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    htmlFreeParserCtxt(parser);
    release(&self);
    return result;
}

unsigned cameo_markup_entity(const char *name) {
    const htmlEntityDesc *entity = htmlEntityLookup((const xmlChar *)name);
    return entity == NULL ? 0 : entity->value;
}
