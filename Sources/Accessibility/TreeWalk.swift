// SPDX-License-Identifier: GPL-3.0-or-later
public import DBus

extension CallError {
  /// A walk was given up before its end: it may be that there is something further on.
  public static let searchEnded = CallError(
    "org.brailled.Error.SearchEnded",
    "nothing found in the next \(TreeWalk.objectLimit) objects")
}

/// A walk through objects in the order of a document, from one object to the next that fits.
///
/// A parent's children are asked for some at a time, so that a step costs three trips and not one
/// for each object; a walk ends after so many objects and so many trips.
struct TreeWalk: Sendable {
  /// What a walk looks for.
  struct Goal: Sendable {
    /// How much it needs to see.
    var detail: Glimpse.Detail
    /// What is done at an object.
    var verdict: @Sendable (Glimpse) -> Verdict
    /// Whether it is really one; asked for those alone at which the verdict stops.
    var accepts: @Sendable (Glimpse) -> Asking<Bool>
  }

  static let objectLimit = 3000
  static let tripLimit = 1000
  /// So many children are asked for together, once it is not the next one alone that matters.
  private static let batch = 24
  /// Children of more are asked for by their number.
  private static let wholeFamily = 200

  let goal: Goal
  let isForward: Bool
  let needsShowing: Bool
  private var frames: [Frame] = []
  /// What is still around all frames, with the child that the walk comes from.
  private var around: [(child: Accessible, parent: Basics)] = []
  private let root: Accessible
  private var objects = 0
  private var trips = 0

  private struct Frame {
    /// Whose children they are.
    var owner: Glimpse
    var enters: Verdict.Entry
    /// Whether the owner itself is to be looked at behind its children, in a walk backwards.
    var isOwnerNext: Bool
    var count: Int
    /// All of them by their number, if they are not too many; nil: not asked for.
    var children: [Accessible?]?
    var known: [Int: Glimpse?] = [:]
    var index = 0
  }

  init(_ scope: Scope, isForward: Bool, _ goal: Goal) {
    self.goal = goal
    self.isForward = isForward
    needsShowing = scope.needsShowing()
    root = scope.root.object
    guard let start = scope.start else {
      around = [(child: root, parent: scope.root)]
      return
    }
    var child = start.object
    for parent in scope.path {
      around.append((child, parent))
      child = parent.object
    }
    isAtStart = isForward && !scope.isBeyond
    self.start = start.object
  }

  /// Whether the children of the start come first.
  private var isAtStart = false
  private var start: Accessible?

  typealias Outcome = Asking<SearchResult<Glimpse>>

  /// Goes on to what is looked for.
  func search() -> Outcome {
    var walk = self
    if walk.isAtStart, let start = walk.start {
      walk.isAtStart = false
      return walk.enterStart(start)
    }
    while walk.objects < TreeWalk.objectLimit, walk.trips < TreeWalk.tripLimit {
      guard var frame = walk.frames.last else {
        guard let next = walk.around.first else { return .known(.success(nil)) }
        walk.around.removeFirst()
        return walk.climb(from: next.child, to: next.parent)
      }
      let found: Glimpse?
      if !(0..<frame.count).contains(frame.index) {
        walk.frames.removeLast()
        guard !isForward, frame.isOwnerNext, goal.verdict(frame.owner).stops else { continue }
        found = frame.owner
      } else {
        guard let known = frame.known[frame.index] else { return walk.lookAhead() }
        frame.index += isForward ? 1 : -1
        walk.frames[walk.frames.count - 1] = frame
        found = known.flatMap { walk.pass($0, in: frame) }
      }
      guard let found else { continue }
      switch goal.accepts(found) {
      case .known(true): return .known(.success(found))
      case .known(false): continue
      case .trip(let calls, let limit, let go):
        walk.trips += 1
        let rest = walk
        return Asking<Bool>.trip(calls, within: limit, then: go).then { isOne in
          isOne ? .known(.success(found)) : rest.search()
        }
      }
    }
    return failed(.searchEnded)
  }

  /// Passes an object, into its children if there are any to be seen; gives it if it is one of
  /// those that are looked for.
  private mutating func pass(_ glimpse: Glimpse, in frame: Frame) -> Glimpse? {
    objects += 1
    guard !glimpse.basics.isHidden(needsShowing: needsShowing),
      frame.enters == .all || !glimpse.basics.isInline
    else { return nil }
    let verdict = goal.verdict(glimpse)
    let hasChildren = verdict.enters != .none && glimpse.childCount > 0 && frames.count < 100
    if hasChildren { push(glimpse, verdict.enters, isOwnerNext: true) }
    return verdict.stops && (isForward || !hasChildren) ? glimpse : nil
  }

  private mutating func push(_ owner: Glimpse, _ enters: Verdict.Entry, isOwnerNext: Bool) {
    frames.append(
      Frame(
        owner: owner, enters: enters, isOwnerNext: isOwnerNext, count: owner.childCount,
        index: isForward ? 0 : owner.childCount - 1))
  }

  // MARK: Trips

  private func failed(_ error: CallError) -> Outcome { .known(.failure(error)) }

  /// Into the object that the walk begins at.
  private func enterStart(_ start: Accessible) -> Outcome {
    Glimpse.of([start], goal.detail).then { result in
      switch result {
      case .failure(let error): return failed(error)
      case .success(let glimpses):
        var walk = self
        walk.trips += 2
        if let glimpse = glimpses.first ?? nil {
          let enters = goal.verdict(glimpse).enters
          if enters != .none { walk.push(glimpse, enters, isOwnerNext: false) }
        }
        return walk.search()
      }
    }
  }

  /// Out of an object that is gone through, to what stands beside it.
  private func climb(from child: Accessible, to parent: Basics) -> Outcome {
    var questions = Questions()
    let index = questions.ask(child.indexInParent)
    let place = questions.asking { Asking.known($0[index]?.integer ?? -1) }
    return place.and(Glimpse.of([parent.object], goal.detail)).then { index, result in
      switch result {
      case .failure(let error): return failed(error)
      case .success(let glimpses):
        var walk = self
        walk.trips += 2
        guard let glimpse = glimpses.first ?? nil else { return walk.search() }
        let isRoot = parent.object == root
        let enters = isRoot ? .all : goal.verdict(glimpse).enters
        // What is in a control is a part of it: beside that there is nothing else.
        guard enters != .none else { return walk.search() }
        walk.push(glimpse, enters, isOwnerNext: !isRoot)
        guard child != root else { return walk.search() }
        return walk.place(child, index)
      }
    }
  }

  /// Goes beside a child of the last frame.
  private func place(_ child: Accessible, _ index: Int) -> Outcome {
    children().then { result in
      switch result {
      case .failure(let error): return failed(error)
      case .success(var walk):
        let last = walk.frames.count - 1
        let found = walk.frames[last].children?.firstIndex(of: child) ?? index
        if found >= 0 {
          walk.frames[last].index = found + (isForward ? 1 : -1)
        } else {
          walk.frames.removeLast()
        }
        return walk.search()
      }
    }
  }

  /// With the children of the last frame, if there are not too many.
  private func children() -> Asking<Result<TreeWalk, CallError>> {
    var walk = self
    guard let frame = frames.last, frame.children == nil, frame.count > 0,
      frame.count <= TreeWalk.wholeFamily
    else { return .known(.success(walk)) }
    let last = frames.count - 1
    walk.trips += 1
    let rest = walk
    var questions = Questions()
    let children = questions.ask(frame.owner.basics.object.children)
    return questions.asking { replies in
      var walk = rest
      if let error = replies.error(children), error.isTimeout { return .known(.failure(error)) }
      let found = (replies[children]?.members ?? []).prefix(TreeWalk.wholeFamily)
      walk.frames[last].children = found.map { Accessible($0) }
      walk.frames[last].count = found.count
      if frame.index == frame.count - 1, !isForward { walk.frames[last].index = found.count - 1 }
      return .known(.success(walk))
    }
  }

  /// Looks at some children of the last frame, from the next one on.
  private func lookAhead() -> Outcome {
    children().then { result in
      switch result {
      case .failure(let error): return failed(error)
      case .success(let walk):
        guard let frame = walk.frames.last, (0..<frame.count).contains(frame.index) else {
          var walk = walk
          walk.frames[walk.frames.count - 1].index = -1
          return walk.search()
        }
        return walk.name(walk.batchAhead(in: frame))
      }
    }
  }

  private func batchAhead(in frame: Frame) -> [Int] {
    let range =
      isForward
      ? frame.index..<min(frame.count, frame.index + TreeWalk.batch)
      : max(0, frame.index - TreeWalk.batch + 1)..<frame.index + 1
    return range.filter { frame.known[$0] == nil }
  }

  /// Asks for the children of these numbers, where they are not known, and looks at them.
  private func name(_ indices: [Int]) -> Outcome {
    guard let frame = frames.last else { return .known(.success(nil)) }
    var questions = Questions()
    let slots = indices.map { index in
      frame.children == nil ? questions.ask(frame.owner.basics.object.child(index)) : nil
    }
    let cost = questions.calls.isEmpty ? 2 : 3
    return questions.asking { replies in
      let objects = zip(indices, slots).map { index, slot in
        frame.children.map { $0[index] } ?? Accessible(replies[slot])
      }
      return Glimpse.of(objects.compactMap { $0 }, goal.detail).then { result in
        switch result {
        case .failure(let error): return failed(error)
        case .success(let glimpses):
          var walk = self
          walk.trips += cost
          // It has not so many children as its program says.
          guard objects.contains(where: { $0 != nil }) else {
            walk.frames[walk.frames.count - 1].index = -1
            return walk.search()
          }
          var rest = glimpses[...]
          for (index, object) in zip(indices, objects) {
            let glimpse = object == nil ? nil : rest.popFirst() ?? nil
            walk.frames[walk.frames.count - 1].known.updateValue(glimpse, forKey: index)
          }
          return walk.search()
        }
      }
    }
  }
}
