# frozen_string_literal: true

require 'tempfile'

# Counts the requests of a server that is one process.
class Counter
  def initialize
    @lock = Mutex.new
    @count = 0
  end

  def join(_index); end

  def add
    @lock.synchronize { @count += 1 }
  end

  def total
    @count
  end
end

# Counts the requests of all workers: each writes its own count to its place in a file that they share, before
# the request is answered, and the total is the sum of all places. No worker waits for another.
class SharedCounter
  WIDTH = 8 # bytes of a count

  # In the primary, before it forks: the workers inherit the open file, which has no name any more.
  def initialize
    @lock = Mutex.new
    @file = Tempfile.create('requests', binmode: true)
    File.unlink(@file.path)
  end

  # A worker that replaces a dead one goes on from its count.
  def join(index)
    @place = index * WIDTH
    @count = counts[index] || 0
    write
  end

  def add
    @lock.synchronize do
      @count += 1
      write
    end
  end

  def total
    counts.sum
  end

  private

  def write
    @file.pwrite([@count].pack('Q'), @place)
  end

  def counts
    size = @file.size
    size.zero? ? [] : @file.pread(size, 0).unpack('Q*')
  end
end
